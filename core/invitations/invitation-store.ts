import type { Audience } from '../audiences/audience.ts';

/** Why somebody is passed over. `unanswered`: by plans, after three invitations that expired. */
export const SKIP_REASONS = [
  'not_found',
  'invited',
  'accepted',
  'undeliverable',
  'stopped',
  'unanswered',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface Skipped {
  readonly entryId: string;
  readonly reason: SkipReason;
}

export interface SkippedCount {
  readonly reason: SkipReason;
  readonly count: number;
}

/** How many of the people that a batch passed over are kept by id. */
export const MOST_SKIPPED = 500;

/** A new invitation. Of its code, only the SHA-256 is kept. */
export interface NewInvitation {
  readonly id: string;
  readonly codeHash: Buffer;
}

/** Whom a batch takes at its time. */
export interface Scheduled {
  readonly count?: number | undefined;
  readonly audience?: Audience | undefined;
  readonly entryIds?: readonly string[] | undefined;
  readonly expiresInDays: number;
}

/** A batch whose people are taken later. */
export interface ScheduleRequest {
  /** A batch that has this id is returned as it is. */
  readonly batchId: string;
  readonly accountId: string;
  readonly waitlistId: string;
  readonly scheduled: Scheduled;
  readonly message: string | null;
  readonly inviteUrl: string;
  readonly sendAt: Date;
  readonly expiresAt: Date;
}

/** A batch whose time may have come. */
export interface DueBatch {
  readonly accountId: string;
  readonly scheduled: Scheduled;
  readonly message: string | null;
  readonly inviteUrl: string;
  readonly sendAt: Date;
}

/** What the batch of a plan has besides. */
export interface PlannedRequest {
  /** How many invitations may be open. The batch is made smaller to stay within it. Null: any number. */
  readonly maxOpen: number | null;
  readonly remindAt: Date | null;
  /** It is made only while this run is the next. Null: at any time. */
  readonly run: string | null;
}

export interface InviteRequest {
  /** A batch that has this id is returned as it is, unless it waits for its time: then its time has come. */
  readonly batchId: string;
  readonly accountId: string;
  readonly waitlistId: string;
  /**
   * So many of the first who wait (`among` these, by their numbers in the order of joining, in this order), or these. Fewer of the first are invited if there are not as many, or if more than
   * 20,000 people were passed over of whom that was not known; the next request continues after them.
   */
  readonly who:
    | { readonly count: number; readonly among?: readonly number[] }
    | { readonly entryIds: readonly string[] };
  readonly message: string | null;
  /** The waitlist's, as it is now. */
  readonly inviteUrl: string;
  readonly expiresAt: Date;
  /** Null unless a plan makes the batch. It makes none without people. */
  readonly planned: PlannedRequest | null;
  /** Only tells what would happen. */
  readonly isDryRun: boolean;
  /** The record of a stopped mailbox, by its keyed digest. */
  readonly stopOf: (mailbox: Buffer) => Buffer;
  readonly newInvitation: () => NewInvitation;
}

export interface BatchRecord {
  readonly id: string;
  readonly invited: number;
  readonly accepted: number;
  /** Emails still to be sent. */
  readonly unsent: number;
  /** The first {@link MOST_SKIPPED}, in a list the first {@link LISTED_SKIPPED}. */
  readonly skipped: readonly Skipped[];
  /** Everyone who was passed over when the batch was made. Each reason once, most first. */
  readonly skippedCounts: readonly SkippedCount[];
  readonly expiresAt: Date;
  readonly withdrawnAt: Date | null;
  /** When its people are taken; null: when it was made. */
  readonly sendAt: Date | null;
  readonly isScheduled: boolean;
  readonly planned: boolean;
  readonly createdAt: Date;
}

/** The most batches of a waitlist that wait for their time. */
export const MOST_SCHEDULED = 100;

/** How many of the people of a new batch are named. */
export const NAMED = 20;
/** How many of those that each batch in a list passed over are named. */
export const LISTED_SKIPPED = 20;

/** A batch that was just made, or would be. */
export interface NewBatch extends BatchRecord {
  /** The entries of the first {@link NAMED} who are invited. */
  readonly first: readonly string[];
}

export interface RedeemedRecord {
  readonly waitlistId: string;
  readonly entryId: string;
  readonly alreadyRedeemed: boolean;
}

export interface BatchPage {
  /** Newest first. */
  readonly batches: readonly BatchRecord[];
  /** All of the waitlist. */
  readonly total: number;
}

/** Whom a code was sent to. */
export interface InvitedRecord {
  readonly waitlistId: string;
  /** Of their email. */
  readonly digest: Buffer;
}

export interface InvitationStore {
  /**
   * Invites people, all in one step, so that two batches at once never take the same person.
   * @returns null if the account has no such waitlist, or if a plan makes no batch
   */
  invite(request: InviteRequest): Promise<NewBatch | null>;
  /** Queues a batch. Null: the account has no such waitlist; `limit_reached`: {@link MOST_SCHEDULED} wait already. */
  schedule(request: ScheduleRequest): Promise<BatchRecord | 'limit_reached' | null>;
  /** A batch that waits for its time; null: none that does. */
  findScheduled(waitlistId: string, batchId: string): Promise<DueBatch | null>;
  /** The account of a waitlist; null once it is deleted. */
  findOwner(waitlistId: string): Promise<string | null>;
  /** Sets and queues the run after one of the waitlist's plan, unless the plan was changed meanwhile. */
  advancePlan(waitlistId: string, run: string, next: string): Promise<void>;
  /** Queues a reminder to each person of a batch who got its email and did not accept. Once. */
  remind(waitlistId: string, batchId: string): Promise<void>;
  /** Ends the invitations of a batch that nobody accepted, and marks it as withdrawn. One that waits is never run. Idempotent. */
  withdraw(accountId: string, waitlistId: string, batchId: string): Promise<BatchRecord | null>;
  /** Ends the invitation of one person, unless it is accepted. Null: the batch has none of theirs. Idempotent. */
  withdrawOne(ref: {
    readonly accountId: string;
    readonly waitlistId: string;
    readonly batchId: string;
    readonly entryId: string;
  }): Promise<BatchRecord | null>;
  /** Ends those of a batch that has expired. Idempotent. */
  expire(waitlistId: string, batchId: string): Promise<void>;
  /** Deletes what is left of batches that are long over, and ends those that should have ended. */
  sweep(): Promise<void>;
  list(waitlistId: string, page: { readonly limit: number; readonly offset: number }): Promise<BatchPage>;
  get(waitlistId: string, batchId: string): Promise<BatchRecord | null>;
  /** Null: the account has no such invitation. */
  findByCode(accountId: string, codeHash: Buffer): Promise<InvitedRecord | null>;
  /**
   * Lets a person in. The same redemption may run again, and does not count as redeemed before.
   * @returns null: the account has no such invitation; `ended`: it expired, or was withdrawn
   */
  redeem(accountId: string, codeHash: Buffer, redemptionId: string): Promise<RedeemedRecord | 'ended' | null>;
}
