import { defineJob, EXTERNAL_LANE, type JobHandler, RESERVE_MS } from '../outbox/job.ts';
import type { OutboxJob } from '../outbox/outbox-store.ts';
import { databaseRetrySeconds } from '../outbox/retry.ts';
import type { Sealer } from '../sealing/sealer.ts';
import { CONNECTOR_LIMITS, type Connector, ConnectorError, type Target } from './connector.ts';
import type { CopyStore, CopyTarget } from './copy-store.ts';

export interface CopyServices {
  readonly copies: CopyStore;
  readonly connector: Connector;
  readonly sealer: Sealer;
  /**
   * Called with each failure. A {@link ConnectorError} is for the account holder to fix, any other error
   * for us.
   */
  readonly onCopyFailure: (job: OutboxJob, error: unknown) => void;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/**
 * After a worker was killed, rows wait for the end of its lease. Longer than renewing it (25 s at most) and one call of the
 * connector (15 s), so that no call of a worker that lost its claim comes after those of the next one.
 */
export const COPY_LEASE_SECONDS = 45;
/** Then the job yields to those of other accounts. */
const SLICE_MS = 5_000;
/** One call of positions if every entry moved. */
const BLOCKS = Math.floor(CONNECTOR_LIMITS.setPositions / 128);

type StepResult = 'sent' | 'nothing' | 'lost';

/**
 * Copies a waitlist's entries to the account's database, in order and once each, then updates positions and answers that
 * changed, then erases people there. Each waitlist has one such job, so one worker at a time runs it. Rows are identified by id, so
 * resending a batch after a crash changes nothing. While the database is unavailable, the job waits as long as it takes.
 */
export const copySignupsJob = defineJob({
  kind: 'deliver_signups',
  lane: EXTERNAL_LANE,
  run: copySignups,
});

/** Calls of the connector, each made only while this worker holds the job. */
function createSend({ copies, sealer }: CopyServices) {
  /** Renews the lease for one call, the last thing before it. @returns null if another worker has taken the job */
  async function beginCall(job: OutboxJob, attached: CopyTarget): Promise<Target | null> {
    const { dbType, tableName, connection } = attached;
    const { waitlistId } = job;
    const connectionString = await sealer.open(connection, { waitlistId, purpose: 'database' });
    return (await copies.hold(job)) ? { dbType, tableName, connectionString } : null;
  }

  /** Makes one call about these items, if there are any. `lost`: another worker has taken the job. */
  return async function send<Item>(
    job: OutboxJob,
    attached: CopyTarget,
    items: readonly Item[],
    call: (target: Target) => Promise<void>,
  ): Promise<StepResult> {
    if (items.length === 0) return 'nothing';
    const target = await beginCall(job, attached);
    if (!target) return 'lost';
    await call(target);
    return 'sent';
  };
}

function createStep(services: CopyServices) {
  const { copies, connector } = services;
  const send = createSend(services);

  /** Sends the next entries. */
  async function copy(job: OutboxJob, attached: CopyTarget): Promise<StepResult> {
    const { attachmentId } = attached;
    const batch = await copies.waiting(job.waitlistId, attachmentId, CONNECTOR_LIMITS.append);
    if (!batch) return 'nothing';
    return send(job, attached, [batch], async target => {
      await connector.append(target, batch.entries);
      await copies.copied(job.waitlistId, attachmentId, batch);
    });
  }

  /** Sends the positions that changed. */
  async function follow(job: OutboxJob, attached: CopyTarget): Promise<StepResult> {
    const { waitlistId } = job;
    const blocks = await copies.moved(waitlistId, attached.attachmentId, BLOCKS);
    return send(job, attached, blocks, async target => {
      const places = blocks.flatMap(block => block.places);
      if (places.length > 0) await connector.setPositions(target, places);
      await copies.settled(waitlistId, attached, blocks);
    });
  }

  /** Changes answers and names. After copying: their rows must be there. */
  async function change(job: OutboxJob, attached: CopyTarget): Promise<StepResult> {
    const { attachmentId } = attached;
    const changes = await copies.changes(job.waitlistId, attachmentId, CONNECTOR_LIMITS.change);
    return send(job, attached, changes, async target => {
      await connector.change(
        target,
        changes.map(({ id, change }) => ({ id, change })),
      );
      await copies.changed(attachmentId, changes);
    });
  }

  /** Erases people. After copying: their rows may still be in a batch that was read before. */
  async function erase(job: OutboxJob, attached: CopyTarget): Promise<StepResult> {
    const { attachmentId } = attached;
    const entries = await copies.erasures(job.waitlistId, attachmentId, CONNECTOR_LIMITS.erase);
    return send(job, attached, entries, async target => {
      await connector.erase(target, entries);
      await copies.erased(attachmentId, entries);
    });
  }

  /**
   * Positions go after entries, which may have been read before a move. They go after every batch, so that
   * they keep up even if signups never stop.
   */
  return async function step(
    job: OutboxJob,
    attached: CopyTarget,
    hasTime: () => boolean,
  ): Promise<StepResult> {
    let result: StepResult = 'nothing';
    for (const part of [copy, follow, change, erase]) {
      // Each is one call, which a slow database can make last as long as a job may take.
      if (!hasTime()) return 'sent';
      const sent = await part(job, attached);
      if (sent === 'lost') return sent;
      if (sent === 'sent') result = sent;
    }
    return result;
  };
}

function copySignups(services: CopyServices): JobHandler {
  const { copies, onCopyFailure, now = () => performance.now() } = services;
  const step = createStep(services);

  /** Whether the failed connection has been replaced meanwhile. */
  async function replaced(waitlistId: string, attached: CopyTarget | null): Promise<boolean> {
    const current = await copies.target(waitlistId);
    return current?.attachmentId !== attached?.attachmentId || current?.version !== attached?.version;
  }

  return async (job, { remainingMs }) => {
    const { waitlistId } = job;
    // The lease of the claim fits jobs that renew nothing, and is longer.
    if (!(await copies.hold(job))) return 'done';
    const end = now() + SLICE_MS;
    const hasTime = () => remainingMs() >= RESERVE_MS;
    while (now() < end && hasTime()) {
      const attached = await copies.target(waitlistId);
      try {
        const result = attached ? await step(job, attached, hasTime) : 'nothing';
        if (result === 'sent') continue;
        if (result === 'lost') return 'done';
      } catch (error) {
        if (await replaced(waitlistId, attached)) continue;
        onCopyFailure(job, error);
        return {
          postponedSeconds: databaseRetrySeconds(job.attempts),
          reason: error instanceof ConnectorError ? error.kind : 'failed',
        };
      }
      if (await copies.finish(waitlistId, job)) return 'done';
    }
    return 'more';
  };
}
