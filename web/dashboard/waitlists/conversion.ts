interface Counts {
  readonly signups: number;
  readonly visits: number;
}

/** Adds up the days of an overview. */
export const sumDays = (days: readonly Counts[]): Counts =>
  days.reduce<Counts>(
    (sum, { signups, visits }) => ({ signups: sum.signups + signups, visits: sum.visits + visits }),
    { signups: 0, visits: 0 },
  );

/**
 * The share of visits that became a signup, 0 to 1; null without visits. Signups over the API or with no visit counted cannot
 * make it more than 1.
 */
export const conversion = ({ signups, visits }: Counts): number | null =>
  visits === 0 ? null : Math.min(signups / visits, 1);
