import type { WakeUp } from '../outbox/outbox-store.ts';
import type { ErasureStore } from './erasure-store.ts';

interface ErasureServices {
  readonly erasures: ErasureStore;
  readonly worker: Pick<WakeUp, 'wake'>;
}

/** Erases one signup for good, here and in the account's databases. @returns whether there was one */
export async function eraseSignup(
  { erasures, worker }: ErasureServices,
  { accountId, waitlistId, entryId }: { accountId: string; waitlistId: string; entryId: string },
): Promise<boolean> {
  const erased = await erasures.erase(accountId, waitlistId, entryId);
  if (!erased) return false;
  await erasures.forgetReferrer(erased);
  // The worker erases the row in the account's own database.
  await worker.wake();
  return true;
}
