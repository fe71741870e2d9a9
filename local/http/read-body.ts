import type { IncomingMessage } from 'node:http';
import { PAYLOAD_BYTES } from './limits.ts';

const EMPTY = Buffer.alloc(0);

/** Whether a request says beforehand that its body is larger than a function can take. */
export const announcesTooMuch = (request: IncomingMessage): boolean =>
  Number(request.headers['content-length'] ?? 0) > PAYLOAD_BYTES;

/**
 * Reads a request's body; `undefined` when it is larger than a function can take.
 * @throws {Error} when the client goes away before it sent all of it.
 */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return EMPTY;
  if (announcesTooMuch(request)) return undefined;

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= PAYLOAD_BYTES) {
        chunks.push(chunk);
      } else {
        resolve(undefined);
      }
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('close', () => reject(new Error('The client went away')));
  });
}
