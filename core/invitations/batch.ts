import type { BatchRecord } from './invitation-store.ts';
import type { InvitationBatch } from './schemas.ts';

const stateOf = ({ withdrawnAt, unsent }: BatchRecord): InvitationBatch['state'] => {
  if (withdrawnAt !== null) return 'withdrawn';
  return unsent > 0 ? 'sending' : 'sent';
};

/** A batch as the API shows it. */
export const toBatch = (record: BatchRecord): InvitationBatch => ({
  id: record.id,
  state: stateOf(record),
  invited: record.invited,
  accepted: record.accepted,
  unsent: record.unsent,
  skipped: [...record.skipped],
  skippedCounts: [...record.skippedCounts],
  expiresAt: record.expiresAt.toISOString(),
  createdAt: record.createdAt.toISOString(),
});
