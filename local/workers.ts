import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { withClient } from '../adapters/postgres/kernel/with-client.ts';

/** A lock that every server shares while it runs jobs of a database. Postgres ends it with the connection of one that was killed. */
const LOCK = `hashtextextended('anteroom workers', 0)`;
const RETRY_MS = 500;

/** Signups that were being copied wait for their lease: a customer's database may still be at work on them. */
const RELEASE = `
  UPDATE outbox SET available_at = clock_timestamp()
  WHERE parked_at IS NULL AND attempts > 0 AND last_error IS NULL AND available_at > clock_timestamp()
    AND kind <> 'deliver_signups'`;

/** If no other server runs jobs, those in progress are of servers that were killed. Their lease ends. */
async function releaseJobs(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ alone: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS alone`);
  if (!rows[0]?.alone) return;
  await client.query(RELEASE);
  await client.query(`SELECT pg_advisory_unlock(${LOCK})`);
}

/**
 * Counts this server among those that run jobs of a database, and before that makes jobs due again that killed servers left: an
 * email must not wait two minutes for the end of a lease.
 */
export async function joinWorkers(connectionString: string): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const joined = Promise.withResolvers<void>();
  let isFirst = true;

  const join = async (client: pg.Client): Promise<void> => {
    const lost = once(client, 'end', { signal }).catch(() => {});
    if (isFirst) await releaseJobs(client);
    await client.query(`SELECT pg_advisory_lock_shared(${LOCK})`);
    isFirst = false;
    joined.resolve();
    await lost;
  };

  async function stay(): Promise<void> {
    while (!signal.aborted) {
      try {
        await withClient({ connectionString }, join);
      } catch (error) {
        // Later, the database may be away for a while.
        if (isFirst) return joined.reject(error);
      }
      await delay(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }

  const staying = stay();
  await joined.promise;
  return {
    async stop() {
      stopping.abort();
      await staying;
    },
  };
}
