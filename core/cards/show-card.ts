import type { AssetStore } from '../assets/asset-store.ts';
import type { AssetName } from '../assets/asset-url.ts';
import type { Site } from '../kernel/site.ts';
import { type Card, cardHash, toCard } from '../pages/card.ts';
import { isDrawable } from '../pages/logo.ts';
import type { PageStore } from '../pages/page-store.ts';
import { localize } from '../waitlists/localize.ts';
import { SLUG_PATTERN } from '../waitlists/waitlist-ref.ts';

export interface CardRenderer {
  /**
   * The PNG of a card.
   * @param logo - left out if it cannot be drawn in time
   */
  render(card: Card, logo: Buffer | null): Promise<Buffer>;
}

/** Cards that were drawn before. */
export interface CardFiles {
  find(waitlistId: string, hash: string): Promise<Buffer | null>;
  put(waitlistId: string, hash: string, png: Buffer): Promise<void>;
  /** The bytes of an uploaded image; null if it is gone. */
  readImage(name: AssetName): Promise<Buffer | null>;
}

export interface ShowCardServices {
  readonly site: Pick<Site, 'baseUrl'>;
  readonly pages: Pick<PageStore, 'find'>;
  readonly assets: Pick<AssetStore, 'find'>;
  readonly files: CardFiles;
  readonly renderer: CardRenderer;
}

async function readLogo({ assets, files }: ShowCardServices, { logo }: Card): Promise<Buffer | null> {
  const record = logo && (await assets.find(logo.hash));
  const bytes = record && (await files.readImage(logo));
  return bytes && isDrawable(record, bytes) ? bytes : null;
}

const FILE_NAME = /^([0-9a-f]{32})\.png$/;

/**
 * A waitlist's social card, drawn at the first request. Only its present content is ever drawn, in each language; a former card is found
 * while it is kept, for posts that were made with it.
 * @param file - `{hash}.png`
 * @returns null if there is none
 */
export async function showCard(
  services: ShowCardServices,
  slug: string,
  file: string,
): Promise<Buffer | null> {
  const hash = FILE_NAME.exec(file)?.[1];
  const page = hash && SLUG_PATTERN.test(slug) ? await services.pages.find(slug) : null;
  if (!page || !hash) return null;
  const kept = await services.files.find(page.id, hash);
  const cards = page.languages.map(language => toCard(services.site, localize(page, language)));
  const card = cards.find(present => cardHash(present) === hash);
  if (kept || !card) return kept;
  const png = await services.renderer.render(card, await readLogo(services, card));
  await services.files.put(page.id, hash, png);
  return png;
}
