import type { IncomingMessage, ServerResponse } from 'node:http';
import { PAYLOAD_BYTES } from './limits.ts';

const EMPTY = Buffer.alloc(0);

/** How much of a rejected body is still read, so that the client sees the response. */
const DRAINED_BYTES = 64 << 20;

/** Discards a body. The response may be sent before the body has arrived, and then closes the connection. */
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
 * Reads a request's body; `undefined` if it is larger than `maxBytes`, by default Lambda's limit.
 * @throws {Error} if the client disconnects before sending all of it
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
    // Also emitted after a complete read, where an error would only cost its stack trace.
    request.on('close', () => {
      if (!request.readableEnded) reject(new Error('The client disconnected'));
    });
  });
}
