import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '../../adapters/postgres/kernel/with-client.ts';
import type { Facts } from './audit.ts';
import type { Stage } from './stage.ts';

const POLL_MS = 500;
/** An event that was refused three times waits for half an hour; leases and other delays are shorter. */
const PATIENCE_MS = 40 * 60_000;

const HASTEN = `
  UPDATE database_attachments SET failures = 0, retry_at = NULL;
  UPDATE webhook_deliveries SET next_attempt_at = now() WHERE state = 'pending';
  UPDATE outbox SET available_at = now() WHERE parked_at IS NULL AND kind <> 'expire_invitations'`;

/**
 * Ends the leases of killed servers, the delays of failed jobs and events, and the pauses of customers' databases. No server
 * runs meanwhile, so no lease is in use.
 */
async function hastenJobs({ server, databaseUrl, ready }: Stage): Promise<void> {
  await server.restart(() => withClient({ connectionString: databaseUrl }, client => client.query(HASTEN)));
  await ready();
}

/**
 * Waits until every job is done.
 * @param hasten - end leases and delays, instead of waiting for them
 */
export async function drain(stage: Stage, hasten: boolean): Promise<Facts['jobs'] & { seconds: number }> {
  const startedAt = performance.now();
  if (hasten) await hastenJobs(stage);
  return withClient({ connectionString: stage.databaseUrl }, async client => {
    for (const deadline = startedAt + PATIENCE_MS; ; await delay(POLL_MS)) {
      const { rows } = await client.query<Facts['jobs']>(
        // Emails about a new place may wait for tomorrow, and invitations expire in two weeks.
        `SELECT count(*) FILTER (WHERE parked_at IS NULL AND available_at < now() + interval '1 hour')::integer AS waiting,
                count(*) FILTER (WHERE parked_at IS NOT NULL)::integer AS parked FROM outbox`,
      );
      const { waiting, parked } = rows[0] ?? { waiting: 0, parked: 0 };
      if (waiting === 0 || performance.now() > deadline)
        return { waiting, parked, seconds: (performance.now() - startedAt) / 1_000 };
    }
  });
}
