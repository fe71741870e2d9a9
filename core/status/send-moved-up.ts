import { v5 as derivedUuid } from 'uuid';
import * as z from 'zod';
import { type DeliveryServices, deliverEmail } from '../email/deliver-email.ts';
import { stopHeaders } from '../email/stop-link.ts';
import { renderMovedUpEmail } from '../html/moved-up-email.ts';
import { persist } from '../outbox/persist.ts';
import type { JobHandler } from '../outbox/run-outbox.ts';
import { linkToken } from '../signups/link-token.ts';
import type { MovedUpStore } from './moved-up-store.ts';
import { placeFacts } from './place-record.ts';

const Payload = z.object({ entryId: z.uuid() });

export interface MovedUpServices extends DeliveryServices {
  readonly movedUp: Pick<MovedUpStore, 'find' | 'told'>;
}

/** The job `moved_up`: tells someone that friends moved them up, unless others moved them back down since. */
export function sendMovedUp(services: MovedUpServices): JobHandler {
  const { site, movedUp, digestKey, onUnsent } = services;

  return async ({ id, waitlistId, payload }, { remainingMs }) => {
    const { entryId } = Payload.parse(payload);
    const record = await movedUp.find(waitlistId, entryId);
    if (!record?.referralEnabled || record.position >= record.toldPosition) return 'done';
    const { email: to, position, toldPosition } = record;
    const key = await digestKey();
    const outcome = await deliverEmail(
      services,
      { ...record, waitlistId, entryId },
      {
        kind: 'moved_up',
        grantId: derivedUuid(`moved_up:${id}`, entryId),
        compose: stopUrl => ({
          ...renderMovedUpEmail({
            ...placeFacts(site, record, { to, statusToken: linkToken(key, 'status', entryId), stopUrl }),
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
    return 'done';
  };
}
