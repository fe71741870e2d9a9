import type pg from 'pg';
import { type Networks, WIDE_FACTOR } from '../../../core/kernel/networks.ts';
import type { RateLimit } from '../../../core/kernel/rate-limit.ts';

/**
 * Counts a request against a limit, exactly, on any number of servers.
 * @param subject - its first letter differs for each limit, which keeps them apart
 * @returns seconds to wait; 0 when the request was counted. Refused requests do not count.
 */
export async function takeRequest(
  db: pg.Pool | pg.ClientBase,
  subject: Buffer,
  { requests, windowSeconds }: RateLimit,
): Promise<number> {
  const { rows } = await db.query<{ accepted: boolean; reset_seconds: number }>(
    'SELECT accepted, reset_seconds FROM take_request($1, $2, $3)',
    [subject, requests, windowSeconds * 1000],
  );
  const [row] = rows;
  if (!row) throw new Error('take_request returned no row');
  return row.accepted ? 0 : row.reset_seconds;
}

/**
 * Counts a request against a limit per network, and a looser one per wide network.
 * @returns seconds to wait; 0 when the request was counted
 */
export async function takeNetworkRequest(
  db: pg.Pool | pg.ClientBase,
  kind: string | Buffer,
  { near, wide }: Networks,
  limit: RateLimit,
): Promise<number> {
  const take = (network: Buffer, factor: number) =>
    takeRequest(db, Buffer.concat([typeof kind === 'string' ? Buffer.from(kind) : kind, network]), {
      ...limit,
      requests: limit.requests * factor,
    });
  // The near one first: one that is over its limit must not use up the wide one.
  return (await take(near, 1)) || (wide === null ? 0 : take(wide, WIDE_FACTOR));
}
