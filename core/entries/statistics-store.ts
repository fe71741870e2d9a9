import type { StoredDesign } from '../page-code/design.ts';
import type { AnswerCount, SourceCount, SourceVisits } from '../questions/counts.ts';
import type { Door } from '../waitlists/door.ts';

/** The days of `recent`. */
export const RECENT_DAYS = 14;

/** A waitlist with its look and its signup counts. */
export interface CountedWaitlist {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Its custom domain, if that is active. */
  readonly domain: string | null;
  readonly licensed: boolean;
  readonly design: StoredDesign;
  readonly door: Door;
  readonly opensAt: string | null;
  readonly createdAt: Date;
  /** All listed signups. */
  readonly total: number;
  /** Signups since midnight UTC. */
  readonly today: number;
  /** Signups of each of the last {@link RECENT_DAYS} days (UTC), ending today. */
  readonly recent: readonly number[];
}

export interface Referrer {
  readonly entryId: string;
  /** Null if it is stored in the account's own database. */
  readonly email: string | null;
  readonly name: string | null;
  readonly referralCode: string;
  readonly referrals: number;
}

export interface CountedDay {
  /** `YYYY-MM-DD`, UTC. */
  readonly date: string;
  readonly signups: number;
  /** How often the page, or another site's page with the form, was opened. */
  readonly visits: number;
}

export interface CountedHour {
  /** When it began. */
  readonly at: Date;
  readonly signups: number;
}

/** How many people have each status. */
export interface StatusCounts {
  readonly waiting: number;
  readonly invited: number;
  readonly accepted: number;
}

/** Signups and visits of one waitlist. */
export interface Statistics extends StatusCounts {
  readonly total: number;
  readonly today: number;
  /** One per day in order, ending today. */
  readonly days: readonly CountedDay[];
  /** The last 24, in order; the last is the current one. */
  readonly hours: readonly CountedHour[];
  /** The sums of as many days before those. */
  readonly before: Pick<CountedDay, 'signups' | 'visits'>;
  /** Most referrals first. */
  readonly topReferrers: readonly Referrer[];
}

export interface StatisticsStore {
  /** Newest first; `total` counts all waitlists of the account. */
  waitlists(
    accountId: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly waitlists: readonly CountedWaitlist[]; readonly total: number }>;
  statistics(waitlistId: string, days: number): Promise<Statistics>;
  /** Every source and answer of the people who are listed. */
  facets(waitlistId: string): Promise<{
    readonly sources: readonly SourceCount[];
    readonly answers: readonly AnswerCount[];
  }>;
  /** Every source of visits. */
  visits(waitlistId: string): Promise<readonly SourceVisits[]>;
}
