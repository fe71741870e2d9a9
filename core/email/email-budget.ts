import type { PlanId } from '../kernel/plans.ts';

/** The most emails to send; set by the operator. */
export interface EmailLimits {
  /** To one mailbox in any 24 hours, from all waitlists together. */
  readonly perRecipient: number;
  /** For one account on one day (UTC), by its plan. */
  readonly perAccount: Readonly<Record<PlanId, number>>;
}

/** The email of one entry, before it is sent. */
export interface EmailRequest {
  readonly accountId: string;
  readonly entryId: string;
  /** Keyed digest of the mailbox, 32 bytes. */
  readonly recipient: Buffer;
  readonly recipientMax: number;
  readonly accountMax: number;
  /** Of an announcement: the most announcements' emails. Null: it is no announcement. */
  readonly announcedMax: number | null;
}

export type EmailVerdict = 'granted' | 'recipient_limit' | 'account_limit';

export interface EmailBudget {
  /**
   * Counts an entry's email once, however often it is requested. Exact with any number of workers.
   * @returns a verdict for each request, in their order
   */
  grant(requests: readonly EmailRequest[]): Promise<readonly EmailVerdict[]>;
  /** Deletes grants that no longer count. */
  sweep(): Promise<void>;
}

const DAY_MS = 24 * 3600_000;

/** Seconds until accounts may send again after midnight (UTC), spread over an hour. */
export function secondsUntilTomorrow(now: number, random: () => number = Math.random): number {
  return Math.ceil((DAY_MS - (now % DAY_MS)) / 1000 + random() * 3600);
}
