import { createHash } from 'node:crypto';

/** Postgres's limit for identifiers, in bytes (MySQL: 64). */
const MAX_LENGTH = 63;
const KEPT = 54;

/**
 * The table for a waitlist's signups in the account's own database. Slugs are lower-case ASCII, so
 * characters are bytes and case folding does not matter.
 */
export function tableNameFor(slug: string): string {
  const name = `waitlist_${slug.replaceAll('-', '_')}`;
  if (name.length <= MAX_LENGTH) return name;
  const digest = createHash('sha256').update(slug).digest('hex');
  return `${name.slice(0, KEPT)}_${digest.slice(0, 8)}`;
}
