import { isBlank } from '../kernel/blank.ts';
import { textColorOn } from '../markup/contrast.ts';
import { type StoredDesign, toDesign } from '../page-code/design.ts';
import type { PageDesign } from './page-data.ts';

const filled = (text: string | null): string | null => (text === null || isBlank(text) ? null : text);

/** The design as page code gets it. */
export function toPageDesign(stored: StoredDesign): PageDesign {
  const { headline, tagline, buttonLabel, ...design } = toDesign(stored);
  return {
    ...design,
    headline: filled(headline),
    tagline: filled(tagline),
    buttonLabel: filled(buttonLabel),
    onBrandColor: design.brandColor && textColorOn(design.brandColor),
  };
}

/**
 * The sentence below the headline. The waitlist's `description` is internal.
 * @param neutral - where the owner wrote none
 */
export const leadOf = ({ tagline }: PageDesign, seoDescription: string | null, neutral: string): string =>
  tagline ?? filled(seoDescription) ?? neutral;
