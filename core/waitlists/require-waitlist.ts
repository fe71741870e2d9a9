import { notFound } from '../kernel/errors.ts';
import type { WaitlistRecord } from './waitlist.ts';
import { toWaitlistRef, type WaitlistRef } from './waitlist-ref.ts';

/** The services that find the waitlist of a request. */
export interface WaitlistFinder<Found = WaitlistRecord> {
  readonly waitlists: { find(accountId: string, ref: WaitlistRef): Promise<Found | null> };
}

/**
 * The account's waitlist with this uuid or slug.
 * @throws {ApiError} `not_found`, also for a waitlist of another account
 */
export async function requireWaitlist<Found>(
  { waitlists }: WaitlistFinder<Found>,
  accountId: string,
  idOrSlug: string,
): Promise<Found> {
  const ref = toWaitlistRef(idOrSlug);
  const waitlist = ref && (await waitlists.find(accountId, ref));
  if (!waitlist) throw notFound('waitlist');
  return waitlist;
}
