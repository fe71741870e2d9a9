import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { sendAnswer } from '../../../lambdas/http/streaming.ts';

const runtime = { HttpResponseStream: { from: (stream: PassThrough) => stream } } as unknown as Parameters<
  typeof sendAnswer
>[0];

/** A function with so many milliseconds left before it must have ended. */
const contextWith = (spare: number) => ({ getRemainingTimeInMillis: () => 5_000 + spare }) as Context;

describe('an answer that is streamed', () => {
  it('is broken off, not ended, when nobody takes it any more', async () => {
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
