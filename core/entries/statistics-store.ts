/** A waitlist with its signup counts. */
export interface CountedWaitlist {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Its custom domain, if that is active. */
  readonly domain: string | null;
  readonly licensed: boolean;
  readonly createdAt: Date;
  /** All listed signups. */
  readonly total: number;
  /** Signups since midnight UTC. */
  readonly today: number;
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
}
