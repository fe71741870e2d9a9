import { randomInt } from 'node:crypto';
import slugify from '@sindresorhus/slugify';
import { isUuid } from '../kernel/schemas.ts';
import { SLUG_LENGTH } from './waitlist-ref.ts';

const SUFFIX_LENGTH = 5;
const SUFFIX_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

const suffix = (): string =>
  Array.from({ length: SUFFIX_LENGTH }, () => SUFFIX_ALPHABET[randomInt(SUFFIX_ALPHABET.length)]).join('');

/** A slug from a name: transliterated and cut to length. `waitlist` if nothing of the name remains. */
export function slugFromName(name: string): string {
  const base = slugify(name, { decamelize: false })
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, SLUG_LENGTH.max)
    .replace(/-+$/, '');
  if (base === '') return 'waitlist';
  return base.length < SLUG_LENGTH.min || isUuid(base) ? withRandomSuffix(base) : base;
}

/** The slug with a random suffix, within the length limit, for when it is taken. */
export const withRandomSuffix = (slug: string): string =>
  `${slug.slice(0, SLUG_LENGTH.max - SUFFIX_LENGTH - 1).replace(/-+$/, '')}-${suffix()}`;
