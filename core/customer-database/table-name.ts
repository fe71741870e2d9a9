import { createHash } from 'node:crypto';

/** The longest identifier of Postgres, in bytes; MySQL takes 64. */
const MAX_LENGTH = 63;
const KEPT = 54;

/**
 * The table that holds the signups of a waitlist in its account's own database. Slugs are lower-case ASCII, so
 * characters are bytes, and a name that needs no more is the same on servers that fold case and on those that do not.
 */
export function tableNameFor(slug: string): string {
  const name = `waitlist_${slug.replaceAll('-', '_')}`;
  if (name.length <= MAX_LENGTH) return name;
  const digest = createHash('sha256').update(slug).digest('hex');
  return `${name.slice(0, KEPT)}_${digest.slice(0, 8)}`;
}
