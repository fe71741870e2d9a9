import { formatPercent } from '../components/format.ts';

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
 * The share of visits that became a signup, 0 to 1. Null without visits, and where signups exceed them: then people joined
 * over the API, or without a visit that was counted, and there is no such share.
 */
export const conversion = ({ signups, visits }: Counts): number | null =>
  visits === 0 || signups > visits ? null : signups / visits;

export const formatConversion = (share: number | null): string =>
  share === null ? '–' : formatPercent(share);
