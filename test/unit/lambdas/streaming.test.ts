import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { sendAnswer } from '../../../lambdas/http/streaming.ts';

const runtime = { HttpResponseStream: { from: (stream: PassThrough) => stream } } as unknown as Parameters<
  typeof sendAnswer
>[0];

/** A function with this many milliseconds left before its timeout. */
const contextWith = (spare: number) => ({ getRemainingTimeInMillis: () => 5_000 + spare }) as Context;

describe('a streamed answer', () => {
  it('is aborted, not ended, when nobody reads it any longer', async () => {
    const stream = new PassThrough({ highWaterMark: 1 });
    let read = 0;
    const body = (async function* () {
      for (;;) {
        read++;
        yield 'part';
      }
    })();
    await expect(
      sendAnswer(runtime, { statusCode: 200, headers: {}, body }, stream, contextWith(50)),
    ).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(stream.writableEnded).toBe(false);
    expect(read).toBe(1);
  });
});
