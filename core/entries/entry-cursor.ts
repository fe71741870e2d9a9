import { ValidationError } from '../kernel/errors.ts';
import { ENTRY_SORTS, type EntryCursor, type EntrySort } from './entry-store.ts';

const PATTERN = /^(\w+)\/(\d{1,10})\/(\d{1,10})$/;
const LARGEST = 2_147_483_647;

/** Encodes a cursor as opaque text. */
export const encodeEntryCursor = ({ sort, at, referrals }: EntryCursor): string =>
  Buffer.from(`${sort}/${at}/${referrals}`).toString('base64url');

/** @throws {ValidationError} if it is not from {@link encodeEntryCursor}, or of another order */
export function decodeEntryCursor(after: string, sort: EntrySort): EntryCursor {
  const [, name, at, referrals] = PATTERN.exec(Buffer.from(after, 'base64url').toString()) ?? [];
  const cursor = {
    sort: ENTRY_SORTS.find(each => each === name),
    at: Number(at),
    referrals: Number(referrals),
  };
  if (!cursor.sort || cursor.at > LARGEST || cursor.referrals > LARGEST)
    throw ValidationError.at('after', 'must be the `next` value of an earlier response');
  if (cursor.sort !== sort)
    throw ValidationError.at('after', `is from a list with sort=${cursor.sort}: send the same sort`);
  return { ...cursor, sort };
}
