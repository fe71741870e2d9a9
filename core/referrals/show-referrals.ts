import { findContacts } from '../entries/complete-contacts.ts';
import type { ReferralPage } from './referral-store.ts';
import type { Referral } from './schemas.ts';
import type { ReferralServices } from './services.ts';

/**
 * Referrals as the API shows them, with the emails that are in the account's own database. Rows that the account deleted
 * there are left out.
 * @throws {ApiError} `external_database_unavailable`, `rate_limited`
 */
export async function showReferrals(
  services: Pick<ReferralServices, 'connector' | 'outsideCalls' | 'sealer'>,
  { referrals, storage }: Pick<ReferralPage, 'referrals' | 'storage'>,
): Promise<Referral[]> {
  const missing = new Set(
    referrals.flatMap(({ entryId, email, referrerId, referrerEmail }) => [
      ...(email === null ? [entryId] : []),
      ...(referrerEmail === null ? [referrerId] : []),
    ]),
  );
  const contacts = await findContacts(services, storage, [...missing]);
  return referrals.flatMap(({ createdAt, reasons, ...referral }) => {
    const email = referral.email ?? contacts.get(referral.entryId)?.email;
    const referrerEmail = referral.referrerEmail ?? contacts.get(referral.referrerId)?.email;
    if (email === undefined || referrerEmail === undefined) return [];
    return [{ ...referral, email, referrerEmail, reasons: [...reasons], createdAt: createdAt.toISOString() }];
  });
}
