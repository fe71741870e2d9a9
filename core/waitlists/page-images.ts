import type { AssetStore } from '../assets/asset-store.ts';
import { parseAssetPath } from '../assets/asset-url.ts';
import { IMAGE_TYPE_LIST } from '../assets/image.ts';
import { ValidationError } from '../kernel/errors.ts';
import { requireSecureUrl } from '../kernel/https-url.ts';
import type { Site } from '../kernel/site.ts';
import type { DesignInput } from '../page-code/design.ts';

type Assets = Pick<AssetStore, 'find'>;

/** The size for social previews (specification section 2). */
const SIZE = { width: 1200, height: 630 } as const;

const upload = (what: string): string => `upload ${what} with POST /api/v1/assets and use the URL it returns`;
const SOCIAL_REMEDY = upload(`a PNG or JPG of exactly ${SIZE.width}x${SIZE.height}`);

/**
 * Refuses images that browsers or previews would not show (contract section 3, `ogImage`).
 * @throws {ValidationError}
 */
export async function checkPageImages(
  site: Site,
  assets: Assets,
  { ogImage, design }: { ogImage?: string | null | undefined; design?: DesignInput | undefined },
): Promise<void> {
  if (ogImage != null) await checkSocialImage(site, assets, ogImage);
  for (const member of ['logoUrl', 'imageUrl'] as const) {
    const value = design?.[member];
    if (value == null) continue;
    const path = `design.${member}`;
    const url = requireSecureUrl(site, path, value);
    if (isOurs(site, url)) await findStored(assets, path, url, upload(IMAGE_TYPE_LIST));
  }
}

async function checkSocialImage(site: Site, assets: Assets, ogImage: string): Promise<void> {
  const refuse = (message: string) => ValidationError.at('ogImage', message);
  const url = requireSecureUrl(site, 'ogImage', ogImage);
  if (/\.svg$/i.test(decodePath(url.pathname))) {
    throw refuse('must be a PNG or JPG, since social networks do not show SVG');
  }
  if (!isOurs(site, url)) return;
  const { type, width, height } = await findStored(assets, 'ogImage', url, SOCIAL_REMEDY);
  if (type !== 'png' && type !== 'jpeg') throw refuse(`is a ${type.toUpperCase()}; ${SOCIAL_REMEDY}`);
  if (width !== SIZE.width || height !== SIZE.height) {
    throw refuse(`is ${width}x${height}; ${SOCIAL_REMEDY}`);
  }
}

/** Compared as browsers resolve it: `HOST`, `/%61ssets/`, and `//assets/` are ours too. */
const isOurs = (site: Site, url: URL): boolean =>
  url.origin === new URL(site.baseUrl).origin && /^\/+assets\//i.test(decodePath(url.pathname));

/** One of our own URLs must be a stored image, exactly as the upload returned it. */
async function findStored(assets: Assets, path: string, url: URL, remedy: string) {
  const name = url.search === '' && url.hash === '' ? parseAssetPath(url.pathname) : null;
  const asset = name && (await assets.find(name.hash));
  if (!asset || asset.type !== name.type) {
    throw ValidationError.at(path, `is not the URL of an uploaded image; ${remedy}`);
  }
  return asset;
}

/** Servers read `%2esvg` as `.svg`. Malformed escapes are left as they are. */
function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
