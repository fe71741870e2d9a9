import * as z from 'zod';
import { isUuid } from '../kernel/schemas.ts';

/** In characters, all ASCII. */
export const SLUG_LENGTH = { min: 3, max: 100 } as const;

/** Lower-case letters, digits, and hyphens anywhere (specification section 2). */
export const SLUG_PATTERN = /^[a-z0-9-]{3,100}$/;

/** A waitlist by UUID or slug (specification section 4). */
export type WaitlistRef = { readonly id: string } | { readonly slug: string };

/** Null if the text cannot be either, which saves a query. Capitals do not matter. */
export function toWaitlistRef(text: string): WaitlistRef | null {
  // Slugs never look like UUIDs.
  const ref = text.toLowerCase();
  if (isUuid(ref)) return { id: ref };
  return SLUG_PATTERN.test(ref) ? { slug: ref } : null;
}

/** `{id}` in a path: the UUID or slug. Any text is valid input; an unknown one is a 404. */
export const WaitlistId = z.string().meta({ description: 'UUID or slug of the waitlist' });
