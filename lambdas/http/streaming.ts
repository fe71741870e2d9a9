import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Context } from 'aws-lambda';

/** The head of a streamed response, sent before its body. */
export interface AnswerHead {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A response whose body may be produced while it is sent. */
export interface StreamedAnswer extends AnswerHead {
  readonly body: string | AsyncIterable<string | Uint8Array>;
}

/** A function with a streamed response. Lambda passes the stream between event and context. */
export type StreamingHandler<Event> = (event: Event, stream: Writable, context: Context) => Promise<void>;

/** Lambda's `awslambda` global. */
export interface StreamingRuntime {
  streamifyResponse<Event>(handler: StreamingHandler<Event>): StreamingHandler<Event>;
  readonly HttpResponseStream: { from(stream: Writable, head: AnswerHead): Writable };
}

/**
 * The runtime of this process.
 * @throws {Error} outside Lambda
 */
export function lambdaRuntime(): StreamingRuntime {
  const { awslambda } = globalThis as unknown as { awslambda?: StreamingRuntime };
  if (!awslambda) throw new Error('Streaming only works in Lambda');
  return awslambda;
}

/** Leaves time to fail with an error of our own before Lambda's timeout. */
const SPARE_MS = 5_000;
/** How long a reader may stall. */
const STALLED_MS = 60_000;

/** Throws if the connection failed or time is running out. */
function createGuard(stream: Writable, context: Context): () => void {
  let failure: Error | undefined;
  stream.on('error', (error: Error) => {
    failure = error;
  });
  return () => {
    if (failure || stream.destroyed) throw failure ?? new Error('The client stopped reading');
    if (context.getRemainingTimeInMillis() < SPARE_MS) throw new Error('No time left to stream');
  };
}

/**
 * Sends a response with backpressure: nothing piles up for slow readers.
 *
 * If the body fails, this throws and leaves the stream open. Lambda then marks the response as failed;
 * ending the stream here would make half a file look complete.
 */
export async function sendAnswer(
  runtime: StreamingRuntime,
  { body, ...head }: StreamedAnswer,
  stream: Writable,
  context: Context,
): Promise<void> {
  const check = createGuard(stream, context);
  const answer = runtime.HttpResponseStream.from(stream, head);
  // A stalled reader occupies an instance that others need.
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
