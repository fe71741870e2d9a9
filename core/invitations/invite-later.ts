import type { ListContext } from '../entries/entry-filter.ts';
import { ApiError, ValidationError } from '../kernel/errors.ts';
import type { JobOutcome } from '../outbox/job.ts';
import { AWAY_SECONDS } from '../outbox/retry.ts';
import { type Invite, invite } from './invite.ts';
import type { InviteServices } from './services.ts';

/** Jobs that invite may read a customer's database, and choose people of a long list. */
export const INVITING_LANE = { slots: 4, perAccount: 1 };

/** A database of the account that is away for longer is not waited for. */
const LONGEST_WAIT_MS = 7 * 24 * 3600_000;

/**
 * Invites people when nobody is there to read an error: nobody, if the audience names a question that was removed.
 * @param since - when it was due
 * @returns when to try again; null: it is done
 */
export async function inviteLater(
  context: ListContext<InviteServices>,
  input: Invite,
  how: Parameters<typeof invite>[2],
  since: Date,
): Promise<JobOutcome | null> {
  const nobody = { ...input, count: undefined, audience: undefined, entryIds: [] };
  try {
    await invite(context, input, how);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isAway = !(error instanceof ValidationError) && Date.now() - since.getTime() < LONGEST_WAIT_MS;
    if (isAway) return { postponedSeconds: AWAY_SECONDS, reason: error.code };
    await invite(context, nobody, how);
  }
  return null;
}
