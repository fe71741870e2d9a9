import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Context } from 'aws-lambda';

/** The beginning of an answer that streams, which goes to API Gateway before its body. */
export interface AnswerHead {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer whose body may be made while it is sent. */
export interface StreamedAnswer extends AnswerHead {
  readonly body: string | AsyncIterable<string | Uint8Array>;
}

/** A function that answers by a stream. In Lambda it is called with the stream between its event and its context. */
export type StreamingHandler<Event> = (event: Event, stream: Writable, context: Context) => Promise<void>;

/** What Lambda's Node.js has as `awslambda`, for functions whose answers stream. */
export interface StreamingRuntime {
  streamifyResponse<Event>(handler: StreamingHandler<Event>): StreamingHandler<Event>;
  readonly HttpResponseStream: { from(stream: Writable, head: AnswerHead): Writable };
}

/**
 * The runtime of the process.
 * @throws {Error} outside Lambda, which has none of it
 */
export function lambdaRuntime(): StreamingRuntime {
  const { awslambda } = globalThis as unknown as { awslambda?: StreamingRuntime };
  if (!awslambda) throw new Error('Answers stream in Lambda only');
  return awslambda;
}

/** Before a function is stopped it says itself that it had no time. */
const SPARE_MS = 5_000;
/** How long a reader may take nothing at all. */
const STALLED_MS = 60_000;

/** What breaks an answer off: its connection failed, or its time is over. */
function createGuard(stream: Writable, context: Context): () => void {
  let failure: Error | undefined;
  stream.on('error', (error: Error) => {
    failure = error;
  });
  return () => {
    if (failure || stream.destroyed) throw failure ?? new Error('Nobody takes the answer any more');
    if (context.getRemainingTimeInMillis() < SPARE_MS) throw new Error('There was no time left to stream in');
  };
}

/**
 * Sends an answer, each part when the one before it was taken: nothing piles up before a client that reads slowly.
 *
 * A body that fails leaves the stream open and throws. Lambda then ends the answer as one that failed; a stream that was
 * ended here would make half a file look like a whole one.
 */
export async function sendAnswer(
  runtime: StreamingRuntime,
  { body, ...head }: StreamedAnswer,
  stream: Writable,
  context: Context,
): Promise<void> {
  const check = createGuard(stream, context);
  const answer = runtime.HttpResponseStream.from(stream, head);
  // Whoever takes nothing for so long holds an instance that others wait for.
  const taken = (event: 'drain' | 'finish') => {
    const left = Math.max(0, context.getRemainingTimeInMillis() - SPARE_MS);
    return once(answer, event, { signal: AbortSignal.timeout(Math.min(STALLED_MS, left)) });
  };
  for await (const part of typeof body === 'string' ? [body] : body) {
    check();
    if (!answer.write(part)) await taken('drain');
  }
  check();
  answer.end();
  await taken('finish');
}
