import { createSecretKey } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { answerOnce, type Running } from '../../../core/idempotency/answer-once.ts';
import type { Claim, Idempotency } from '../../../core/idempotency/idempotency-store.ts';
import { RUNNING_SECONDS } from '../../../core/idempotency/idempotency-store.ts';
import { verifies } from '../../support/verifies.ts';

const REQUEST = { accountId: 'a', operation: 'o', key: 'order-1', content: ['body'] };
const secretOf = (fill: number) => createSecretKey(Buffer.alloc(32, fill));

/** A store with room for one key. */
function createIdempotency(secret = secretOf(1)) {
  let row: { runningUntil: number; answer?: Buffer } | undefined;
  const alive = () => Date.now() + RUNNING_SECONDS * 1_000;
  const idempotency: Idempotency = {
    secret: async () => secret,
    store: {
      async claim(): Promise<Claim> {
        if (row?.answer) return { state: 'answered', creationId: 'id', answer: row.answer };
        if (row && row.runningUntil > Date.now()) return { state: 'running' };
        row = { runningUntil: alive() };
        return { state: 'run', creationId: 'id' };
      },
      async extend() {
        if (row) row.runningUntil = alive();
      },
      async keep(_request, _creationId, answer) {
        if (row) row.answer = answer;
      },
      async release() {
        if (row) row.runningUntil = 0;
      },
      sweep: async () => {},
    },
  };
  return { idempotency, kept: () => row?.answer };
}

describe('answerOnce', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it(`runs once, however long it takes${verifies('idempotency.long')}`, async () => {
    const { idempotency } = createIdempotency();
    const { promise, resolve } = Promise.withResolvers<{ answer: string; isPersonal: boolean }>();
    const first = answerOnce(idempotency, REQUEST, () => promise);
    for (let minute = 0; minute < 5; minute++) {
      await jest.advanceTimersByTimeAsync(61_000);
      const again = answerOnce(idempotency, REQUEST, async () => ({ answer: 'twice', isPersonal: false }));
      await expect(again).rejects.toMatchObject({ code: 'request_in_progress' });
    }
    resolve({ answer: 'once', isPersonal: false });
    expect(await first).toEqual({ answer: 'once', isReplayed: false });
    expect(jest.getTimerCount()).toBe(0);
  });

  it(`keeps nothing that names people, and runs again with the same id${verifies('idempotency.personal')}`, async () => {
    const { idempotency, kept } = createIdempotency();
    const run = async ({ creationId, isRepeated }: Running) => ({
      answer: `ada@example.com ${creationId} ${isRepeated}`,
      isPersonal: true,
    });
    expect(await answerOnce(idempotency, REQUEST, run)).toEqual({
      answer: 'ada@example.com id false',
      isReplayed: false,
    });
    expect(kept()).toHaveLength(0);
    expect(await answerOnce(idempotency, REQUEST, run)).toEqual({
      answer: 'ada@example.com id true',
      isReplayed: true,
    });
  });

  it(`opens an answer only with our secret, and runs again once that has changed${verifies('idempotency.sealed')}`, async () => {
    const { idempotency } = createIdempotency();
    await answerOnce(idempotency, REQUEST, async () => ({ answer: 'first', isPersonal: false }));
    const run = async ({ creationId }: Running) => ({ answer: `again ${creationId}`, isPersonal: false });
    expect(await answerOnce(idempotency, REQUEST, run)).toEqual({ answer: 'first', isReplayed: true });
    const changed = { ...idempotency, secret: async () => secretOf(2) };
    expect(await answerOnce(changed, REQUEST, run)).toEqual({ answer: 'again id', isReplayed: true });
  });
});
