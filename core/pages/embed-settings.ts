import { SLUG_PATTERN } from '../waitlists/waitlist-ref.ts';
import type { PageChallenge } from './page-data.ts';
import { toPageDesign } from './page-design.ts';
import type { ShowPageServices } from './show-page.ts';

/** The settings of the form on the owner's own site. Anyone may read it: the hosted page shows the same. */
export interface EmbedSettings {
  /** By which a browser remembers who joined. */
  readonly waitlistId: string;
  readonly name: string;
  readonly brandColor: string | null;
  /** Black or white, for text on `brandColor`. */
  readonly onBrandColor: string | null;
  readonly buttonLabel: string | null;
  /** Places gained for each friend; null while referrals are off. */
  readonly referralBoost: number | null;
  /** Where people can join, to tell the owner of another site. The page's policy says the same. */
  readonly allowedOrigins: readonly string[];
  readonly challenge: PageChallenge | null;
}

/** Null if there is no such waitlist. */
export async function readEmbedSettings(
  { pages, challenge: { sharedSiteKey, scriptUrl } }: Pick<ShowPageServices, 'pages' | 'challenge'>,
  slug: string,
): Promise<EmbedSettings | null> {
  const page = SLUG_PATTERN.test(slug) ? await pages.find(slug) : null;
  if (!page) return null;
  const { brandColor, onBrandColor, buttonLabel } = toPageDesign(page.design);
  const siteKey = page.ownSiteKey ?? sharedSiteKey;
  return {
    waitlistId: page.id,
    name: page.name,
    brandColor,
    onBrandColor,
    buttonLabel,
    referralBoost: page.referralEnabled ? page.referralBoost : null,
    allowedOrigins: page.allowedOrigins,
    challenge: siteKey === null ? null : { siteKey, scriptUrl },
  };
}
