/** What AWS Lambda takes and gives in a synchronous call, in bytes of JSON. */
export const PAYLOAD_BYTES = 6_291_456;

/** When API Gateway stops waiting for a function. */
export const TIMEOUT_MS = 30_000;

/** What AWS Lambda gives in an answer that streams, in bytes, and for how long it may. */
export const STREAM_BYTES = 200 * 1024 * 1024;
export const STREAM_TIMEOUT_MS = 900_000;

/** JSON writes a byte as at most six (`\u0000`), and the rest of an event or a result is smaller than this. */
const LARGEST_GROWTH = 6;
const REST_BYTES = 100_000;

/** Whether an event or a result is too large for Lambda. Counts exactly, but only where it can come near the limit. */
export function exceedsLambda(payload: unknown, bodyLength: number): boolean {
  if (bodyLength * LARGEST_GROWTH + REST_BYTES < PAYLOAD_BYTES) return false;
  return Buffer.byteLength(JSON.stringify(payload)) > PAYLOAD_BYTES;
}
