import { isUuid } from '../kernel/schemas.ts';
import { SLUG_FORM } from './slug.ts';

/** How a path names a waitlist: `{id}` is its uuid or its slug (specification section 4). */
export type WaitlistRef = { readonly id: string } | { readonly slug: string };

/** Null when the text can name no waitlist, so that nothing has to be asked of the database. */
export function toWaitlistRef(text: string): WaitlistRef | null {
  // No slug has the form of a uuid, so the two never meet.
  if (isUuid(text)) return { id: text.toLowerCase() };
  return SLUG_FORM.test(text) ? { slug: text } : null;
}
