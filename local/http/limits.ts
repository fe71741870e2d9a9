/** Lambda's limit for an event and for a result, in bytes of JSON. */
export const PAYLOAD_BYTES = 6_291_456;

/** How long API Gateway waits for a function. */
export const TIMEOUT_MS = 30_000;

/** Lambda's limits for a streamed response: bytes, and time. */
export const STREAM_BYTES = 200 * 1024 * 1024;
export const STREAM_TIMEOUT_MS = 900_000;

/** JSON turns a byte into at most six (`\u0000`); the rest of an event or a result is smaller than this. */
const LARGEST_GROWTH = 6;
const REST_BYTES = 100_000;

/** Whether an event or a result is too large for Lambda. Serializes it only when it may be near the limit. */
export function exceedsLambda(payload: unknown, bodyLength: number): boolean {
  if (bodyLength * LARGEST_GROWTH + REST_BYTES < PAYLOAD_BYTES) return false;
  return Buffer.byteLength(JSON.stringify(payload)) > PAYLOAD_BYTES;
}
