import type { IncomingMessage } from 'node:http';
import { PAYLOAD_BYTES } from './limits.ts';

const EMPTY = Buffer.alloc(0);

/** How much of a body is read after the response, and how long the server waits for more of it. */
const DRAINED_BYTES = 64 << 20;
const DRAIN_WAIT_MS = 5_000;

/** Whether a request has a body. */
function announcesBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

/** Whether some of a body has not arrived. */
export const isArriving = (request: IncomingMessage): boolean =>
  !request.complete && !request.readableEnded && announcesBody(request);

/** Reads the rest of a body, of reasonable size, and discards it. */
export function drainBody(request: IncomingMessage): Promise<void> {
  let left = DRAINED_BYTES;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.setTimeout(DRAIN_WAIT_MS, () => request.destroy());
  return new Promise(resolve => {
    request.once('close', resolve);
    if (request.destroyed) resolve();
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
  if (!announcesBody(request)) return EMPTY;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return undefined;

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
