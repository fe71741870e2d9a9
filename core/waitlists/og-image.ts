import type { AssetStore } from '../assets/asset-store.ts';
import { parseAssetPath } from '../assets/asset-url.ts';
import { ValidationError } from '../kernel/errors.ts';
import type { Site } from '../kernel/site.ts';

/** The size for social previews (specification section 2). */
const SIZE = { width: 1200, height: 630 } as const;
const REMEDY = `upload a PNG or JPG of exactly ${SIZE.width}x${SIZE.height} with POST /api/v1/assets and use the URL it returns`;

const refuse = (message: string): ValidationError => ValidationError.at('ogImage', message);

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/**
 * Refuses social images that browsers or previews would not show (contract section 3, `ogImage`).
 * @throws {ValidationError}
 */
export async function checkOgImage(
  site: Site,
  assets: Pick<AssetStore, 'find'>,
  ogImage: string | null | undefined,
): Promise<void> {
  if (ogImage == null) return;
  const url = new URL(ogImage);
  const secure = url.protocol === 'https:' || (site.allowInsecureLoopback && isLoopback(url.hostname));
  if (!secure) throw refuse('must be an https url');
  const path = decodePath(url.pathname);
  if (/\.svg$/i.test(path)) {
    throw refuse('must be a PNG or JPG, since social networks do not show SVG');
  }
  // Compared as browsers resolve it: `HOST`, `/%61ssets/`, and `//assets/` are ours too.
  if (url.origin === new URL(site.baseUrl).origin && /^\/+assets\//i.test(path)) {
    await checkStored(assets, url);
  }
}

/** One of our own URLs must be a stored PNG or JPEG of the right size, exactly as the upload returned it. */
async function checkStored(assets: Pick<AssetStore, 'find'>, url: URL): Promise<void> {
  const name = url.search === '' && url.hash === '' ? parseAssetPath(url.pathname) : null;
  const asset = name && (await assets.find(name.hash));
  if (!asset || asset.type !== name.type) throw refuse(`is not the URL of an uploaded image; ${REMEDY}`);
  if (asset.type !== 'png' && asset.type !== 'jpeg')
    throw refuse(`is a ${asset.type.toUpperCase()}; ${REMEDY}`);
  if (asset.width !== SIZE.width || asset.height !== SIZE.height) {
    throw refuse(`is ${asset.width}x${asset.height}; ${REMEDY}`);
  }
}

/** Servers read `%2esvg` as `.svg`. Malformed escapes are left as they are. */
function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
