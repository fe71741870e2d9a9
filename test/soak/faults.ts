import { setTimeout as delay } from 'node:timers/promises';
import { createSend } from './client.ts';
import { detachingFaults } from './detaching.ts';
import type { Hit, Ledger } from './ledger.ts';
import type { SoakList } from './lists.ts';
import type { Load } from './load.ts';
import { createRandom, type Random } from './random.ts';
import type { Stage } from './stage.ts';

/** Something that breaks. */
export interface Fault {
  readonly name: string;
  readonly hits: Hit;
  /** Breaks it, and repairs it when `hold` resolves. */
  strike(hold: () => Promise<void>): Promise<void>;
}

/** How many times as many signups come in a burst. */
const BURST = 5;
/** Seconds that a fault lasts, at most; it needs that long to be noticed, and no longer. */
const LONGEST_SECONDS = 12;

/** SES is down for some, and too busy for the others. */
const SES_ERRORS = [
  { status: 429, type: 'TooManyRequestsException' },
  { status: 500, type: 'InternalServiceErrorException' },
] as const;

export const kills = ({ server, postgres }: Stage): readonly Fault[] => [
  { name: 'kill -9 of Postgres', hits: 'service', strike: () => postgres.signal('SIGKILL') },
  { name: 'kill -9 of the server', hits: 'service', strike: () => server.signal('SIGKILL') },
];

function serverFaults(stage: Stage): Fault[] {
  const { server, disk } = stage;
  const faults: Fault[] = [
    ...kills(stage),
    {
      name: 'SIGSTOP of the server',
      hits: 'service',
      async strike(hold) {
        await server.signal('SIGSTOP');
        await hold();
        await server.signal('SIGCONT');
      },
    },
  ];
  if (!disk) return faults;
  const fill: Fault = {
    name: 'full disk',
    hits: 'service',
    async strike(hold) {
      await disk.fill();
      await hold();
      await disk.free();
    },
  };
  return [...faults, fill];
}

function customerFaults({ customers }: Stage): Fault[] {
  return customers.flatMap(({ dbType, proxy }) =>
    (['cut', 'freeze'] as const).map(
      (way): Fault => ({
        name: `customer's ${dbType}: ${way}`,
        hits: 'strangers',
        async strike(hold) {
          proxy[way]();
          await hold();
          proxy.restore();
        },
      }),
    ),
  );
}

const receiverFaults = ({ receiver }: Stage): Fault[] =>
  (['down', 'slow'] as const).map(mode => ({
    name: `webhook receiver: ${mode}`,
    hits: 'strangers',
    async strike(hold) {
      receiver.become(mode);
      await hold();
      receiver.become('up');
    },
  }));

function otherFaults(stage: Stage, load: Load, random: Random): Fault[] {
  const failing: Fault = {
    name: 'failing SES',
    hits: 'strangers',
    async strike(hold) {
      stage.ses = () => random.pick(SES_ERRORS) ?? 'accept';
      await hold();
      stage.ses = () => 'accept';
    },
  };
  const burst: Fault = {
    name: 'burst',
    hits: 'nothing',
    async strike(hold) {
      load.burst(BURST);
      await hold();
      load.burst(1);
    },
  };
  return [failing, burst];
}

export interface Arena {
  readonly stage: Stage;
  readonly ledger: Ledger;
  readonly log: (line: string) => void;
}

/** Lets a fault happen, waits until the service answers again, and records it. */
export async function blow(
  { stage, ledger, log }: Arena,
  { name, hits, strike }: Fault,
  heldMs: number,
): Promise<void> {
  const from = ledger.now();
  await strike(() => delay(heldMs));
  await stage.ready();
  const to = ledger.now();
  ledger.outages.push({ fault: name, hits, from, to });
  log(`${(from / 1000).toFixed(0)} s: ${name}, ${((to - from) / 1000).toFixed(1)} s`);
}

interface FaultOptions extends Arena {
  readonly load: Load;
  readonly lists: readonly SoakList[];
  readonly minutes: number;
  readonly seed: number;
}

/**
 * One fault after the other, with calm in between: every kind once, in a random order, then all of them again, for so
 * many minutes.
 */
export async function runFaults(options: FaultOptions): Promise<void> {
  const { stage, load, ledger, lists, minutes, seed } = options;
  const random = createRandom(seed);
  const send = createSend(stage.url, ledger);
  const kinds = [
    ...serverFaults(stage),
    ...customerFaults(stage),
    ...detachingFaults({ send, load, ledger, lists, random }),
    ...receiverFaults(stage),
    ...otherFaults(stage, load, random),
  ];
  const seconds = minutes * 60;
  const rounds = Math.max(1, Math.floor(seconds / (kinds.length * 2.5 * LONGEST_SECONDS)));
  const slot = seconds / (rounds * kinds.length);
  const deck = Array.from({ length: rounds }, () => random.shuffle(kinds)).flat();
  for (const fault of deck) {
    const calm = slot * (0.3 + 0.2 * random.fraction());
    const held = Math.min(LONGEST_SECONDS, slot - calm) * (0.3 + 0.5 * random.fraction());
    const slotEnds = ledger.now() + slot * 1_000;
    await delay(calm * 1_000);
    await blow(options, fault, held * 1_000);
    await delay(Math.max(0, slotEnds - ledger.now()));
  }
}
