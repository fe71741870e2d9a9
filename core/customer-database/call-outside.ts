import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '../kernel/errors.ts';
import { ConnectorError } from './connector.ts';
import type { OutsideCaller, OutsideCalls } from './outside-calls.ts';

/** How long a call waits for a place: a burst of quick calls passes. */
const PATIENCE_MS = 2_000;
const LOOK_MS = 200;

const refused = (refusal: 'busy' | 'unavailable', seconds: number): ApiError =>
  refusal === 'busy'
    ? new ApiError('rate_limited', 'Too many calls to your databases or name servers are in progress', {
        headers: { 'retry-after': String(seconds) },
        resolution: `Wait ${seconds} seconds, then try again.`,
      })
    : new ApiError(
        'external_database_unavailable',
        'Your database has not responded several times in a row',
        {
          headers: { 'retry-after': String(seconds) },
          resolution: `We try it again in ${seconds} seconds. Bring it back, or connect it again if its address changed. No signups are lost meanwhile.`,
        },
      );

/** The connector reached no database, rather than one that refused: then `cause` is a code of the connector's. */
const isFailedConnection = (error: unknown): boolean =>
  error instanceof ConnectorError && error.kind === 'unavailable' && typeof error.cause === 'string';

async function enter(calls: OutsideCalls, caller: OutsideCaller): Promise<string> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const { id, refusal, retrySeconds } = await calls.begin(caller);
    if (id !== null) return id;
    if (refusal === 'unavailable' || performance.now() > end) throw refused(refusal, retrySeconds);
    await delay(LOOK_MS);
  }
}

/**
 * Makes a call that waits for a machine of a customer, which may never answer. An account has a few places for
 * such calls, so the others always find a connector. A database that failed several times in a row gets one
 * call at a time, after a pause.
 * @param call - ends within the lease of a place
 * @throws {ApiError} `rate_limited`, `external_database_unavailable`
 */
export async function callOutside<Result>(
  calls: OutsideCalls,
  caller: OutsideCaller,
  call: () => Promise<Result>,
): Promise<Result> {
  const id = await enter(calls, caller);
  let failed = false;
  try {
    return await call();
  } catch (error) {
    failed = isFailedConnection(error);
    throw error;
  } finally {
    await calls.end(id, caller, failed);
  }
}
