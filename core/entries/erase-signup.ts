import type { ErasureServices } from './services.ts';

/** Erases one signup for good, here and in the account's databases. @returns whether there was one */
export async function eraseSignup(
  { erasures, worker }: Pick<ErasureServices, 'erasures' | 'worker'>,
  { accountId, waitlistId, entryId }: { accountId: string; waitlistId: string; entryId: string },
): Promise<boolean> {
  const erased = await erasures.erase(accountId, waitlistId, entryId);
  if (!erased) return false;
  await erasures.forgetReferrer(erased);
  // The worker erases the row in the account's own database.
  await worker.wake();
  return true;
}
