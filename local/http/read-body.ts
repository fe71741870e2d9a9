import type { IncomingMessage, ServerResponse } from 'node:http';
import { PAYLOAD_BYTES } from './limits.ts';

const EMPTY = Buffer.alloc(0);

/** Bytes of a refused body that are still read, so that the client gets to see the answer. */
const DRAINED_BYTES = 64 << 20;

/**
 * Lets go of a body that nobody wants: the answer may be sent before it was read, and closes the connection.
 */
export function dismissBody(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  response.shouldKeepAlive = false;
  let left = DRAINED_BYTES;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
}

/**
 * Reads a request's body; `undefined` when it is larger than `maxBytes`, by default what a function can take.
 * @throws {Error} when the client goes away before it sent all of it.
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes = PAYLOAD_BYTES,
): Promise<Buffer | undefined> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return EMPTY;
  if (Number(length ?? 0) > maxBytes) return undefined;

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
      } else {
        resolve(undefined);
      }
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', reject);
    // Also closed when all of it was read; an error that nobody gets would cost its stack trace.
    request.on('close', () => {
      if (!request.readableEnded) reject(new Error('The client went away'));
    });
  });
}
