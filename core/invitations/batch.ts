import type { BatchRecord } from './invitation-store.ts';
import type { InvitationBatch } from './schemas.ts';

const stateOf = ({ withdrawnAt, isScheduled, unsent }: BatchRecord): InvitationBatch['state'] => {
  if (withdrawnAt !== null) return 'withdrawn';
  if (isScheduled) return 'scheduled';
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
  sendAt: record.sendAt?.toISOString() ?? null,
  planned: record.planned,
  expiresAt: record.expiresAt.toISOString(),
  createdAt: record.createdAt.toISOString(),
});
