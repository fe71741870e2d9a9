import { randomInt } from 'node:crypto';
import slugify from '@sindresorhus/slugify';
import { isUuid } from '../kernel/schemas.ts';
import { SLUG_LENGTH } from './slug.ts';

const SUFFIX_LENGTH = 5;
const SUFFIX_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

const suffix = (): string =>
  Array.from({ length: SUFFIX_LENGTH }, () => SUFFIX_ALPHABET[randomInt(SUFFIX_ALPHABET.length)]).join('');

/** A slug made from a name: transliterated, cut to length; `waitlist` when nothing of the name can be written so. */
export function slugFromName(name: string): string {
  const base = slugify(name, { decamelize: false })
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, SLUG_LENGTH.max)
    .replace(/-+$/, '');
  if (base === '') return 'waitlist';
  return base.length < SLUG_LENGTH.min || isUuid(base) ? withRandomSuffix(base) : base;
}

/** The same slug with a short random ending, for when it is taken; never longer than a slug may be. */
export const withRandomSuffix = (slug: string): string =>
  `${slug.slice(0, SLUG_LENGTH.max - SUFFIX_LENGTH - 1).replace(/-+$/, '')}-${suffix()}`;
