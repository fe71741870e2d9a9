import { setTimeout as delay } from 'node:timers/promises';
import type { SendQuota, ThrottledError } from './email.ts';

/** The most emails in flight: a crash may repeat so many (docs/reliability.md). */
export const MAX_IN_FLIGHT = 50;

/** The quota changes rarely, and the service answers about it once a second. */
const QUOTA_MS = 5 * 60_000;
/** The rest is for the sign-in emails of other functions. */
const SHARE = 0.9;
/** The rate of a new SES account, for as long as the quota is not known. */
const UNKNOWN_PER_SECOND = 14;
/** After a refusal, and between two that slow it down: those in flight are refused together. */
const PAUSE_MS = 1_000;
/** After each email that was taken. */
const GROWTH = 1.02;
/** How long to wait when the quota of a day is used up. It covers the last 24 hours, so some of it is always coming back. */
const DAY_PAUSE_MS = 10 * 60_000;

/** How fast emails are sent: as fast as the mail service allows, and slower while it refuses some. */
export interface SendPace {
  /** Reads the quota, unless that was done a few minutes ago. */
  refresh(): Promise<void>;
  /** How many emails to send together: those of one second, at most {@link MAX_IN_FLIGHT}. */
  groupSize(): Promise<number>;
  /** Waits until an email may be sent. @returns false, at once, if that would take longer than `maxMs` */
  turn(maxMs: number): Promise<boolean>;
  /** An email was taken. */
  taken(): void;
  /** An email was refused because there were too many. */
  throttled(scope: ThrottledError['scope']): void;
}

interface SendPaceOptions {
  readonly readQuota: () => Promise<SendQuota>;
  /** Called with each quota that is read. */
  readonly onKnown: (quota: SendQuota) => void;
  /** Called when the quota cannot be read. The last one that was read holds. */
  readonly onUnknown: (cause: unknown) => void;
  readonly now?: () => number;
}

/** The pace of one process. Several find their shares by being refused. */
export function createSendPace({
  readQuota,
  onKnown,
  onUnknown,
  now = () => performance.now(),
}: SendPaceOptions): SendPace {
  /** Emails per second: what the quota allows, and what is sent. */
  let allowed = UNKNOWN_PER_SECOND;
  let rate = Number.POSITIVE_INFINITY;
  /** When the next email may be sent. */
  let free = 0;
  let slowedAt = Number.NEGATIVE_INFINITY;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const pauseUntil = (moment: number): void => {
    free = Math.max(free, moment);
  };

  async function read(): Promise<void> {
    readAt = now();
    try {
      const quota = await readQuota();
      onKnown(quota);
      const { perSecond, perDay, sentToday } = quota;
      allowed = perSecond * SHARE;
      if (perDay !== null && sentToday >= perDay) pauseUntil(now() + DAY_PAUSE_MS);
    } catch (cause) {
      onUnknown(cause);
    }
    rate = Math.min(rate, allowed);
  }

  /** All who ask meanwhile wait for one answer. */
  function refresh(): Promise<void> {
    if (now() - readAt >= QUOTA_MS) reading = read();
    return reading ?? Promise.resolve();
  }

  return {
    refresh,
    async groupSize() {
      await refresh();
      return Math.min(MAX_IN_FLIGHT, Math.ceil(rate));
    },
    async turn(maxMs) {
      await refresh();
      const start = now();
      const at = Math.max(free, start);
      if (at - start > maxMs) return false;
      free = at + 1_000 / rate;
      // Timers are no finer.
      if (at - start >= 1) await delay(at - start);
      return true;
    },
    taken() {
      rate = Math.min(allowed, rate * GROWTH);
    },
    throttled(scope) {
      const moment = now();
      if (scope === 'day') pauseUntil(moment + DAY_PAUSE_MS);
      if (scope === 'day' || moment - slowedAt < PAUSE_MS) return;
      slowedAt = moment;
      rate = Math.max(1, rate / 2);
      pauseUntil(moment + PAUSE_MS);
    },
  };
}
