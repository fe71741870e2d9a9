import { findContacts } from '../entries/complete-contacts.ts';
import type { ReferralPage } from './referral-store.ts';
import type { Referral } from './schemas.ts';
import type { ReferralServices } from './services.ts';

/**
 * Referrals as the API shows them, with the emails that are in the account's own database. A row that the account deleted
 * there has none, like a friend who left.
 * @throws {ApiError} `external_database_unavailable`, `rate_limited`
 */
export async function showReferrals(
  services: Pick<ReferralServices, 'connector' | 'outsideCalls' | 'sealer'>,
  { referrals, storage }: Pick<ReferralPage, 'referrals' | 'storage'>,
): Promise<Referral[]> {
  const missing = new Set(
    referrals.flatMap(({ entryId, email, hasLeft, referrerId, referrerEmail }) => [
      ...(email === null && !hasLeft ? [entryId] : []),
      ...(referrerEmail === null ? [referrerId] : []),
    ]),
  );
  const contacts = await findContacts(services, storage, [...missing]);
  return referrals.map(({ entryId, email, referrerId, referrerEmail, state, reasons, createdAt }) => ({
    entryId,
    email: email ?? contacts.get(entryId)?.email ?? null,
    referrerId,
    referrerEmail: referrerEmail ?? contacts.get(referrerId)?.email ?? null,
    state,
    reasons: [...reasons],
    createdAt: createdAt.toISOString(),
  }));
}
