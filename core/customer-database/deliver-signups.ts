import type { OutboxJob } from '../outbox/outbox-store.ts';
import { type JobHandler, RESERVE_MS } from '../outbox/run-outbox.ts';
import type { Sealer } from '../sealing/sealer.ts';
import {
  CONNECTOR_LIMITS,
  type Connector,
  ConnectorError,
  type EntryPlace,
  type Target,
} from './connector.ts';
import type { DeliveryStore, DeliveryTarget } from './delivery-store.ts';

export interface DeliveryServices {
  readonly deliveries: DeliveryStore;
  readonly connector: Connector;
  readonly sealer: Sealer;
  /** Told of each failure: a {@link ConnectorError} is for the account holder to mend, any other for us. */
  readonly onFailure: (job: OutboxJob, error: unknown) => void;
  /** Milliseconds of any clock that does not go back. */
  readonly now?: () => number;
}

/** After this the job makes way for others of its run: a long backlog must not keep emails waiting. */
const SLICE_MS = 5_000;
/** Some two calls of positions when all of them moved. */
const BLOCKS = 16;
const LONGEST_DELAY_SECONDS = 120;

type StepResult = 'sent' | 'nothing' | 'lost';

/** 5 s, 10 s … 2 min, with up to a quarter more; however long their database is away. */
export function deliveryDelaySeconds(attempts: number, random: () => number = Math.random): number {
  const delay = Math.min(5 * 2 ** (attempts - 1), LONGEST_DELAY_SECONDS);
  return Math.round(delay * (1 + random() / 4));
}

/**
 * The job `deliver_signups`: brings the entries of a waitlist to the database of its account, in order and once each,
 * and then the positions of those that moved; and takes away there who was erased. There is one such job for a waitlist, so one worker at a time does this;
 * a batch that is sent again after a crash changes nothing, because rows are known by their ids. While their database is
 * away the job waits, for as long as it takes.
 */
export function deliverSignups({
  deliveries,
  connector,
  sealer,
  onFailure,
  now = () => performance.now(),
}: DeliveryServices): JobHandler {
  async function open(waitlistId: string, attached: DeliveryTarget): Promise<Target> {
    const { dbType, tableName, connection } = attached;
    const connectionString = await sealer.open(connection, { waitlistId, purpose: 'database' });
    return { dbType, tableName, connectionString };
  }

  async function sendPlaces(target: Target, places: readonly EntryPlace[]): Promise<void> {
    for (let from = 0; from < places.length; from += CONNECTOR_LIMITS.setPositions) {
      await connector.setPositions(target, places.slice(from, from + CONNECTOR_LIMITS.setPositions));
    }
  }

  /** The next entries. `lost`: another worker has the job. */
  async function deliver(job: OutboxJob, attached: DeliveryTarget): Promise<StepResult> {
    const { waitlistId } = job;
    const batch = await deliveries.waiting(waitlistId, attached.attachmentId, CONNECTOR_LIMITS.append);
    if (!batch) return 'nothing';
    if (!(await deliveries.hold(job))) return 'lost';
    await connector.append(await open(waitlistId, attached), batch.entries);
    await deliveries.delivered(waitlistId, attached.attachmentId, batch);
    return 'sent';
  }

  /** The positions of those who moved. */
  async function follow(job: OutboxJob, attached: DeliveryTarget): Promise<StepResult> {
    const { waitlistId } = job;
    const blocks = await deliveries.moved(waitlistId, attached.attachmentId, BLOCKS);
    if (blocks.length === 0) return 'nothing';
    if (!(await deliveries.hold(job))) return 'lost';
    const places = blocks.flatMap(block => block.places);
    if (places.length > 0) await sendPlaces(await open(waitlistId, attached), places);
    await deliveries.settled(waitlistId, attached, blocks);
    return 'sent';
  }

  /** Those who are to be erased. Not before the entries: what was read of them before may be under way. */
  async function erase(job: OutboxJob, attached: DeliveryTarget): Promise<StepResult> {
    const { waitlistId } = job;
    const entries = await deliveries.erasures(waitlistId, attached.attachmentId, CONNECTOR_LIMITS.erase);
    if (entries.length === 0) return 'nothing';
    if (!(await deliveries.hold(job))) return 'lost';
    await connector.erase(await open(waitlistId, attached), entries);
    await deliveries.erased(attached.attachmentId, entries);
    return 'sent';
  }

  /**
   * Positions after the entries, never before: one that was read for an entry before it moved is mended then. And after
   * each batch, so that they follow also where signups never stop.
   */
  async function step(job: OutboxJob, attached: DeliveryTarget): Promise<StepResult> {
    const delivered = await deliver(job, attached);
    if (delivered === 'lost') return 'lost';
    const followed = await follow(job, attached);
    if (followed === 'lost') return 'lost';
    const erased = await erase(job, attached);
    if (erased === 'lost') return 'lost';
    return [delivered, followed, erased].includes('sent') ? 'sent' : 'nothing';
  }

  /** Whether the connection that failed is no longer the one to use. */
  async function replaced(waitlistId: string, attached: DeliveryTarget | null): Promise<boolean> {
    const current = await deliveries.target(waitlistId);
    return current?.attachmentId !== attached?.attachmentId || current?.version !== attached?.version;
  }

  return async (job, { remainingMs }) => {
    const { waitlistId } = job;
    const end = now() + SLICE_MS;
    while (now() < end && remainingMs() >= RESERVE_MS) {
      const attached = await deliveries.target(waitlistId);
      try {
        const result = attached ? await step(job, attached) : 'nothing';
        if (result === 'sent') continue;
        if (result === 'lost') return 'done';
      } catch (error) {
        if (await replaced(waitlistId, attached)) continue;
        onFailure(job, error);
        return {
          postponedSeconds: deliveryDelaySeconds(job.attempts),
          reason: error instanceof ConnectorError ? error.kind : 'failed',
        };
      }
      if (await deliveries.finish(waitlistId, job)) return 'done';
    }
    return 'more';
  };
}
