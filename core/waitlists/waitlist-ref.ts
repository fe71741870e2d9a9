import { isUuid } from '../kernel/schemas.ts';
import { SLUG_PATTERN } from './slug.ts';

/** A waitlist by UUID or slug (specification section 4). */
export type WaitlistRef = { readonly id: string } | { readonly slug: string };

/** Null if the text cannot be either, which saves a query. */
export function toWaitlistRef(text: string): WaitlistRef | null {
  // Slugs never look like UUIDs.
  if (isUuid(text)) return { id: text.toLowerCase() };
  return SLUG_PATTERN.test(text) ? { slug: text } : null;
}
