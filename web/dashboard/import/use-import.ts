import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callOnce, type Input, newIdempotencyKey, type Output } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import { waitlistKey } from '../api/queries.ts';
import type { Ready, Refused } from './match-columns.ts';

/** The most that one call takes. */
const PER_CALL = 500;
/** The most characters of one call. Its response repeats them, and must stay small too. */
const CALL_LENGTH = 500_000;
const MOST_TRIES = 6;
/** The pauses before each retry, unless the service sends `Retry-After`. */
const WAIT_MS = 1_000;

export type Choices = Pick<Input<'add_entries'>, 'confirmation' | 'notify'>;
type Results = Output<'add_entries'>['results'];

export interface Progress {
  readonly state: 'running' | 'stopped' | 'done';
  readonly sent: number;
  readonly added: number;
  readonly pending: number;
  readonly already_joined: number;
  readonly refused: readonly Refused[];
  /** Why it stopped; null if the user stopped it. */
  readonly error: unknown;
}

const START: Progress = {
  state: 'running',
  sent: 0,
  added: 0,
  pending: 0,
  already_joined: 0,
  refused: [],
  error: null,
};

/** Retries while the service is busy or away. All tries have one Idempotency-Key, so none adds people twice. */
async function addPatiently(input: Input<'add_entries'>, isStopped: () => boolean): Promise<Results> {
  const key = newIdempotencyKey();
  for (let tries = 1; ; tries++) {
    try {
      return (await callOnce(key, 'add_entries', input)).results;
    } catch (thrown) {
      const { status, retryAfter } = toProblem(thrown);
      const canPass = status === 0 || status === 429 || status === 503;
      if (!canPass || tries === MOST_TRIES || isStopped()) throw thrown;
      await new Promise(resolve => setTimeout(resolve, retryAfter ?? WAIT_MS * 2 ** tries));
    }
  }
}

/** The people of the next call. */
function nextBatch(people: readonly Ready[], sent: number): readonly Ready[] {
  const most = people.slice(sent, sent + PER_CALL);
  let length = 0;
  const end = most.findIndex(({ person }, index) => {
    length += JSON.stringify(person).length;
    return length > CALL_LENGTH && index > 0;
  });
  return end < 0 ? most : most.slice(0, end);
}

function addUp(progress: Progress, batch: readonly Ready[], results: Results): Progress {
  const counted = (outcome: Results[number]['outcome']) =>
    results.filter(result => result.outcome === outcome).length;
  return {
    ...progress,
    sent: progress.sent + batch.length,
    added: progress.added + counted('added'),
    pending: progress.pending + counted('pending'),
    already_joined: progress.already_joined + counted('already_joined'),
    refused: [
      ...progress.refused,
      ...results.flatMap(({ outcome, reason }, index) =>
        outcome === 'refused' ? [{ row: batch[index]?.row ?? [], reason: reason ?? '' }] : [],
      ),
    ],
  };
}

/** Adds people batch by batch. Leaving the screen stops it. */
export function useImport(waitlistId: string, people: readonly Ready[]) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const stopped = useRef(false);
  const chosen = useRef<Choices>({});
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );

  async function run(): Promise<void> {
    stopped.current = false;
    let now: Progress = { ...(progress ?? START), state: 'running', error: null };
    setProgress(now);
    try {
      while (now.sent < people.length && !stopped.current) {
        const batch = nextBatch(people, now.sent);
        const input = { id: waitlistId, people: batch.map(({ person }) => person), ...chosen.current };
        now = addUp(now, batch, await addPatiently(input, () => stopped.current));
        setProgress(now);
      }
      now = { ...now, state: now.sent < people.length ? 'stopped' : 'done' };
    } catch (error) {
      now = { ...now, state: 'stopped', error };
    }
    setProgress(now);
    void queries.invalidateQueries({ queryKey: waitlistKey(waitlistId) });
  }
  return {
    progress,
    start(choices: Choices) {
      chosen.current = choices;
      void run();
    },
    goOn: () => void run(),
    stop: () => {
      stopped.current = true;
    },
  };
}
