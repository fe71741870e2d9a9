import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { internalError } from '../../core/kernel/errors.ts';
import type { AnswerHead, StreamingHandler, StreamingRuntime } from '../../lambdas/http/streaming.ts';
import { createContext } from './invoke.ts';
import { STREAM_BYTES, STREAM_TIMEOUT_MS } from './limits.ts';

/**
 * The stream that Lambda passes to a function. A write completes when the client's socket has taken it, and fails if
 * the client disconnects.
 */
class ResponseStream extends Writable {
  head: AnswerHead | undefined;
  readonly #response: ServerResponse;
  #bytes = 0;

  constructor(response: ServerResponse) {
    super({ decodeStrings: true });
    this.#response = response;
    response.once('close', () => {
      if (!this.writableFinished) this.destroy(new Error('The client disconnected'));
    });
  }

  /** The error for a response that Lambda or API Gateway would reject. */
  #refusal(chunk: Buffer): Error | undefined {
    this.#bytes += chunk.length;
    if (!this.head) return new Error('The function wrote a body without headers');
    if (this.#bytes > STREAM_BYTES) return new Error('The function returned more than 200 MB');
    return undefined;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const refusal = this.#refusal(chunk);
    if (refusal) {
      done(refusal);
      return;
    }
    const response = this.#response;
    if (this.head && !response.headersSent) response.writeHead(this.head.statusCode, this.head.headers);
    response.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    // The head goes out with the first byte, so Lambda sends no response without a body.
    if (this.#response.headersSent) this.#response.end(() => done());
    else done(new Error('The function returned nothing'));
  }
}

/** Lambda's streaming runtime, for this server. */
export const LOCAL_RUNTIME: StreamingRuntime = {
  streamifyResponse: handler => handler,
  HttpResponseStream: {
    from(stream, head) {
      // Lambda sends it as JSON.
      (stream as ResponseStream).head = JSON.parse(JSON.stringify(head));
      return stream;
    },
  },
};

/**
 * Calls a function that streams its response, within Lambda's limits.
 * @throws {ApiError} `internal_error` if the function throws or takes too long; a response that has started must then
 * be aborted
 */
export async function streamFunction<Event>(
  functionName: string,
  handler: StreamingHandler<Event>,
  event: Event,
  { response, requestId }: { readonly response: ServerResponse; readonly requestId: string },
): Promise<void> {
  const stream = new ResponseStream(response);
  // The writer gets the error; without a listener it would end the process.
  stream.on('error', () => {});
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${functionName} took too long`)), STREAM_TIMEOUT_MS);
  });
  try {
    const context = createContext(functionName, requestId, STREAM_TIMEOUT_MS);
    await Promise.race([handler(event, stream, context), timeout]);
    if (!stream.writableFinished) throw new Error(`${functionName} did not finish its response`);
  } catch (error) {
    throw internalError(
      error instanceof Error ? error : new Error('A function threw something other than an Error'),
    );
  } finally {
    clearTimeout(timer);
  }
}
