import { createHash } from 'node:crypto';
import { type AssetName, assetKey, parseAssetPath } from '../assets/asset-url.ts';
import type { Site } from '../kernel/site.ts';
import type { Language } from '../languages/language.ts';
import { textsOf } from '../languages/texts.ts';
import { leadOf, toPageDesign } from './page-design.ts';
import type { PageRecord } from './page-store.ts';

/** The size that social networks ask for (specification section 2). */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** The folder of cards in the bucket. */
export const CARD_PREFIX = 'cards/';

/** Change it with the look of cards, so that their URLs change too. */
const LOOK = 1;

/** The facts on a page's social card. */
export interface Card {
  readonly name: string;
  readonly lead: string;
  /** `#rrggbb`; null for ours. */
  readonly brandColor: string | null;
  /** Whether the page is dark for everyone, and its logo is made for that. */
  readonly isDark: boolean;
  /** An image uploaded to us; nothing else is ever fetched. */
  readonly logo: AssetName | null;
}

type Address = Pick<Site, 'baseUrl'>;

function uploadAt({ baseUrl }: Address, url: string | null): AssetName | null {
  if (url === null || !URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  return origin === new URL(baseUrl).origin ? parseAssetPath(pathname) : null;
}

export function toCard(
  site: Address,
  page: Pick<PageRecord, 'name' | 'design' | 'seoDescription'> & { readonly language: Language },
): Card {
  const design = toPageDesign(page.design);
  return {
    name: page.name,
    lead: leadOf(design, page.seoDescription, textsOf(page.language).signupPage.lead),
    brandColor: design.brandColor,
    isDark: design.appearance === 'dark',
    logo: uploadAt(site, design.logoUrl),
  };
}

/** Names a card by its content. 128 bits, hex. */
export function cardHash({ name, lead, brandColor, isDark, logo }: Card): string {
  const content = [LOOK, name, lead, brandColor?.toLowerCase(), isDark, logo && assetKey(logo)];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
}

export const cardUrl = (site: Address, slug: string, card: Card): string =>
  `${site.baseUrl}/w/${slug}/cards/${cardHash(card)}.png`;
