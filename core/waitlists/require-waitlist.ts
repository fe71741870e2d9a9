import { notFound } from '../kernel/errors.ts';
import type { WaitlistRecord } from './waitlist.ts';
import { toWaitlistRef } from './waitlist-ref.ts';
import type { WaitlistStore } from './waitlist-store.ts';

/** What finding the waitlist of a request needs. */
export interface WaitlistFinder {
  readonly waitlists: Pick<WaitlistStore, 'find'>;
}

/**
 * The account's waitlist with this uuid or slug.
 * @throws {ApiError} `not_found`, also for a waitlist of another account
 */
export async function requireWaitlist(
  { waitlists }: WaitlistFinder,
  accountId: string,
  idOrSlug: string,
): Promise<WaitlistRecord> {
  const ref = toWaitlistRef(idOrSlug);
  const waitlist = ref && (await waitlists.find(accountId, ref));
  if (!waitlist) throw notFound('waitlist');
  return waitlist;
}
