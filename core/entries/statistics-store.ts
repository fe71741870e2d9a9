/** A waitlist with its signups in numbers. */
export interface CountedWaitlist {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly licensed: boolean;
  readonly createdAt: Date;
  /** Signups that are listed. */
  readonly total: number;
  /** Those since midnight, UTC. */
  readonly today: number;
}

export interface Referrer {
  readonly entryId: string;
  /** Null when it is in the account's own database. */
  readonly email: string | null;
  readonly referralCode: string;
  readonly referrals: number;
}

export interface Statistics {
  readonly total: number;
  readonly today: number;
  /** One for each day, in order, today the last; `date` is `YYYY-MM-DD`, UTC. */
  readonly days: readonly { readonly date: string; readonly signups: number }[];
  /** The most successful first; of a very long list as of up to a minute ago. */
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
