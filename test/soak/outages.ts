import type { Detachment, Hit, Moment, Outage } from './ledger.ts';

/** After an outage, what had begun before still fails. */
export const GRACE_MS = 5_000;

/** The first outage of that kind that a stretch of time touches. */
export const outageAt = (
  outages: readonly Outage[],
  hits: Hit,
  from: Moment,
  to: Moment,
  grace: number,
): Outage | undefined =>
  outages.find(outage => outage.hits === hits && from <= outage.to + grace && to >= outage.from);

/** Whether a list was without its owner's database for some of a stretch of time. Those in it are on no list then. */
export const isDetached = (
  detachments: readonly Detachment[],
  list: string,
  from: Moment,
  to: Moment,
): boolean => detachments.some(one => one.list === list && from <= one.to && to >= one.from);
