import { setTimeout as delay } from 'node:timers/promises';
import { createSend } from './client.ts';
import { createFollower } from './follow-links.ts';
import type { Ledger } from './ledger.ts';
import type { SoakList } from './lists.ts';
import { createRandom, type Random } from './random.ts';
import { gatherCrowd } from './signups.ts';
import { createVisits } from './visits.ts';

/** Arrivals at times that the seed decides, whether or not earlier ones were answered. */
export interface Load {
  /** Signups come so many times as often. */
  burst(factor: number): void;
  /** The owner of a list invites people. */
  invite(list: SoakList): void;
  /** Lets nobody in any more, and waits for the open requests. */
  stop(): Promise<void>;
}

interface LoadOptions {
  readonly url: string;
  readonly ledger: Ledger;
  readonly lists: readonly SoakList[];
  /** Signups per second. */
  readonly rate: number;
  readonly seed: number;
}

/** Visits per second of all owners together; each account may make 2. */
const VISITS = 4;
/** More open requests than this are shed: not sent, and counted. */
const MOST_OPEN = 400;

/** Calls `arrive` at random moments until the signal comes. */
async function arrivals(
  random: Random,
  perSecond: () => number,
  signal: AbortSignal,
  arrive: () => void,
): Promise<void> {
  let due = performance.now();
  while (!signal.aborted) {
    due += random.pause(perSecond()) * 1_000;
    await delay(Math.max(0, due - performance.now()), undefined, { signal }).catch(() => {});
    if (!signal.aborted) arrive();
  }
}

export function startLoad({ url, ledger, lists, rate, seed }: LoadOptions): Load {
  const send = createSend(url, ledger);
  const crowd = gatherCrowd(send, ledger, lists, createRandom(seed + 1));
  const { visit, invite } = createVisits({ send, ledger, crowd, lists, random: createRandom(seed + 2) });
  const follow = createFollower({ send, ledger, crowd, lists, random: createRandom(seed + 5) });
  const stopping = new AbortController();
  const { signal } = stopping;
  const open = new Set<Promise<void>>();
  let factor = 1;

  const admit = (ask: () => Promise<void>) => () => {
    if (open.size >= MOST_OPEN) {
      ledger.shed++;
      return;
    }
    const asking = ask().finally(() => open.delete(asking));
    open.add(asking);
  };

  const running = Promise.all([
    arrivals(createRandom(seed + 3), () => rate * factor, signal, admit(crowd.signUp)),
    arrivals(createRandom(seed + 4), () => VISITS, signal, admit(visit)),
    arrivals(createRandom(seed + 6), () => rate * factor, signal, admit(follow)),
  ]);
  return {
    burst(times) {
      factor = times;
    },
    invite(list) {
      admit(() => invite(list))();
    },
    async stop() {
      stopping.abort();
      await running;
      await Promise.all(open);
    },
  };
}
