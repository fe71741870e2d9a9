import { v5 as derivedUuid } from 'uuid';
import * as z from 'zod';
import { type DeliveryServices, deliverEmail } from '../email/deliver-email.ts';
import { stopHeaders } from '../email/stop-link.ts';
import { type OutsideAddressServices, withOutsideAddress } from '../entries/outside-address.ts';
import { renderMovedUpEmail } from '../html/moved-up-email.ts';
import type { OutboxJob } from '../outbox/outbox-store.ts';
import { persist } from '../outbox/persist.ts';
import type { JobHandler } from '../outbox/run-outbox.ts';
import { linkToken } from '../signups/link-token.ts';
import type { MovedUpRecord, MovedUpStore } from './moved-up-store.ts';
import { placeFacts } from './place-record.ts';

const Payload = z.object({ entryId: z.uuid() });

export interface MovedUpServices extends DeliveryServices {
  readonly movedUp: Pick<MovedUpStore, 'find' | 'queueOutside' | 'told'>;
}

export interface MovedUpOutsideServices extends MovedUpServices, OutsideAddressServices {}

/**
 * The job `moved_up`: tells someone that friends moved them up, unless others moved them back down since. If their address is
 * only in the account's own database, that is left to the job `moved_up_outside`, so that email waits for no such database.
 */
export function sendMovedUp(services: MovedUpServices): JobHandler {
  return async (job, { remainingMs }) => {
    const { entryId } = Payload.parse(job.payload);
    const record = await findMoved(services, job.waitlistId, entryId);
    if (!record) return 'done';
    if (record.email === null) await services.movedUp.queueOutside(job.waitlistId, entryId);
    else await tell(services, job, { ...record, entryId, to: record.email }, remainingMs);
    return 'done';
  };
}

/** The job `moved_up_outside`: the same, with the address from the account's own database. */
export function sendMovedUpOutside(services: MovedUpOutsideServices): JobHandler {
  return async (job, { remainingMs }) => {
    const { waitlistId } = job;
    const { entryId } = Payload.parse(job.payload);
    const record = await findMoved(services, waitlistId, entryId);
    if (!record) return 'done';
    return withOutsideAddress(services, { ...record, waitlistId }, async to => {
      await tell(services, job, { ...record, entryId, to }, remainingMs);
      return 'done';
    });
  };
}

async function findMoved(
  { movedUp }: MovedUpServices,
  waitlistId: string,
  entryId: string,
): Promise<MovedUpRecord | null> {
  const record = await movedUp.find(waitlistId, entryId);
  return record?.referralEnabled && record.position < record.toldPosition ? record : null;
}

async function tell(
  services: MovedUpServices,
  { id, waitlistId }: OutboxJob,
  person: Omit<MovedUpRecord, 'email'> & { readonly entryId: string; readonly to: string },
  remainingMs: () => number,
): Promise<void> {
  const { site, movedUp, digestKey, onUnsent } = services;
  const { entryId, to, position, toldPosition } = person;
  const key = await digestKey();
  const outcome = await deliverEmail(
    services,
    { ...person, email: to, waitlistId },
    {
      kind: 'moved_up',
      grantId: derivedUuid(`moved_up:${id}`, entryId),
      compose: stopUrl => ({
        ...renderMovedUpEmail({
          ...placeFacts(site, person, { to, statusToken: linkToken(key, 'status', entryId), stopUrl }),
          movedBy: toldPosition - position,
        }),
        headers: stopHeaders(stopUrl),
      }),
    },
  );
  // The next friend's signup queues another email.
  if (outcome.status === 'sent')
    await persist(() => movedUp.told(waitlistId, entryId, position), remainingMs);
  else onUnsent(outcome.status, waitlistId, outcome.cause);
}
