import type { Audience } from '../audiences/audience.ts';
import type { ActiveSender } from '../email/send-emails.ts';
import type { EntryOrder } from '../entries/entry-store.ts';
import type { PlanId } from '../kernel/plans.ts';

/** Characters. */
export const SUBJECT_MAX = 150;
export const BODY_MAX = 10_000;

/** A dry run looks at so many people for those it would skip: a million would take too long. */
export const MOST_COMPARED = 20_000;

export const ANNOUNCEMENT_STATES = ['draft', 'scheduled', 'sending', 'sent', 'canceled'] as const;
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];

/** Why somebody gets no email; `unknown`: it was being sent when something crashed, so it may have arrived. */
export const SKIPPED_REASONS = ['stopped', 'undeliverable', 'erased', 'unknown'] as const;
export type SkippedReason = (typeof SKIPPED_REASONS)[number];
export type SkippedPeople = Readonly<Partial<Record<SkippedReason, number>>>;

export interface AnnouncementRecord {
  readonly id: string;
  readonly subject: string;
  /** Markdown. */
  readonly body: string;
  readonly audience: Audience;
  readonly state: AnnouncementState;
  readonly sendAt: Date | null;
  /** Null until it is fixed who gets it. */
  readonly recipients: number | null;
  readonly sent: number;
  readonly skipped: SkippedPeople;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
}

export interface AnnouncementRef {
  readonly waitlistId: string;
  readonly announcementId: string;
}

/** What is to be sent, and to whom. */
export interface AnnouncementText {
  readonly subject: string;
  readonly body: string;
  readonly audience: Audience;
  /** Null: a draft. */
  readonly sendAt: string | null;
}

/** What is not given stays. */
export type AnnouncementChange = {
  readonly [Member in keyof AnnouncementText]?: AnnouncementText[Member] | undefined;
};

/** The announcement after a change, or the state in which it can't be changed. */
export type Edited =
  | { readonly announcement: AnnouncementRecord }
  | { readonly refused: AnnouncementRecord['state'] };

export interface AnnouncementStore {
  /** Newest first. */
  list(
    waitlistId: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly announcements: readonly AnnouncementRecord[]; readonly total: number }>;
  get(ref: AnnouncementRef): Promise<AnnouncementRecord | null>;
  /** One that has this id is returned as it is. Null: no such waitlist. */
  create(
    ref: AnnouncementRef,
    text: AnnouncementText,
    limit: number,
  ): Promise<AnnouncementRecord | 'limit_reached' | null>;
  /** Changes a draft or a scheduled one. Null: there is none. */
  update(ref: AnnouncementRef, change: AnnouncementChange): Promise<Edited | null>;
  /** Deletes a draft; cancels a scheduled one, or what is unsent of one that is being sent. False: there is none. */
  remove(ref: AnnouncementRef): Promise<boolean | 'not_editable'>;
  people: AnnouncementPeople;
  /** Starts sending it. */
  start(ref: AnnouncementRef): Promise<Edited | null>;
}

/** One that is being sent, with its sender. */
export interface Sending extends AnnouncementRecord {
  readonly accountId: string;
  readonly plan: PlanId;
  /** Where replies go. Null: to nobody. */
  readonly replyTo: string | null;
  readonly sender: ActiveSender | null;
  /** The active custom domain. */
  readonly domain: string | null;
  readonly startedAt: Date;
}

/** People who are sent an announcement together. */
export interface Batch {
  readonly nth: number;
  /** Their numbers in the order of joining. */
  readonly seqs: readonly number[];
  /** They were put off before. */
  readonly wasPutOff: boolean;
}

/** Somebody to send to. */
export interface BatchPerson {
  readonly seq: number;
  readonly entryId: string;
  readonly emailDigest: Buffer;
  /** Keyed digest of the mailbox. */
  readonly mailbox: Buffer;
  readonly suppressed: boolean;
}

/** Those of these people who are on the list, in this order. */
export type AnnouncementPeople = (
  waitlistId: string,
  seqs: readonly number[],
) => Promise<readonly BatchPerson[]>;

/** The result of a batch. */
export interface BatchResult {
  readonly sent: number;
  readonly skipped: SkippedPeople;
  /** Those to send to later, and those whose mailboxes have had enough for a day. */
  readonly left: readonly number[];
  readonly putOff: readonly number[];
}

/** The part that the worker needs. */
export interface AnnouncementWork {
  /**
   * The announcement whose turn it is: one that is due starts. Its batch in flight, if there is one, is that of a worker that died:
   * those people are skipped. Null: it was deleted, canceled, sent, or put off by its owner.
   */
  begin(ref: AnnouncementRef, round: number): Promise<Sending | null>;
  /** Fixes who gets it, in this order. */
  fix(announcementId: string, windows: EntryOrder['windows']): Promise<void>;
  /** The next batch. Null: none is due. */
  take(announcementId: string): Promise<Batch | null>;
  people: AnnouncementPeople;
  /** How many people in front of each of these positions still wait, in this order. */
  ahead(waitlistId: string, positions: readonly number[]): Promise<readonly number[]>;
  /** Marks a batch whose emails are about to be handed over. @returns false if it was canceled meanwhile */
  depart(announcementId: string, nth: number): Promise<boolean>;
  /** Saves the result of a batch. A repeat changes nothing. */
  settle(announcementId: string, nth: number, result: BatchResult): Promise<void>;
  /** Ends it. @returns the seconds until people who were put off are due; null: it has ended */
  finish(announcementId: string): Promise<number | null>;
}
