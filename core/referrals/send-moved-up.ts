import { v5 as derivedUuid } from 'uuid';
import * as z from 'zod';
import type { DeliveryServices, Letter } from '../email/deliver-email.ts';
import { mailJobs, type SettledLetter, sendLetter } from '../email/mail-jobs.ts';
import { placeFacts } from '../email/place-record.ts';
import { stopHeaders } from '../email/stop-link.ts';
import type { EntryRef } from '../entries/entry-ref.ts';
import { type OutsideAddressServices, withOutsideAddresses } from '../entries/outside-address.ts';
import { linkToken } from '../identity/link-token.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import type { OutboxJob } from '../outbox/outbox-store.ts';
import type { BatchHandler } from '../outbox/run-outbox.ts';
import { renderMovedUpEmail } from './moved-up-email.ts';
import type { MovedUpRecord, MovedUpStore } from './moved-up-store.ts';

const Payload = z.object({ entryId: z.uuid() });

export interface MovedUpServices extends DeliveryServices {
  readonly movedUp: Pick<MovedUpStore, 'find' | 'queueOutside' | 'told'>;
}

export interface MovedUpOutsideServices extends MovedUpServices, OutsideAddressServices {}

/** An email about a new place. */
interface News extends Letter {
  readonly position: number;
}

/**
 * The jobs `moved_up`: tells people that friends moved them up, unless others moved them back down since. If an address is
 * only in the account's own database, that is left to the job `moved_up_outside`, so that email waits for no such database.
 */
export const sendMovedUp = (services: MovedUpServices): BatchHandler =>
  mailJobs(services, {
    payload: Payload,

    async read(requests) {
      const people = requests.map(({ job: { waitlistId }, payload: { entryId } }) => ({
        waitlistId,
        entryId,
      }));
      const records = await findMoved(services, people);
      const key = await services.digestKey();
      const outside = people.filter((_, index) => records[index]?.email === null);
      if (outside.length > 0) await services.movedUp.queueOutside(outside);
      return requests.map(({ job }, index) => {
        const [person, record] = [people[index], records[index]];
        const to = record?.email;
        return person && record && to ? letterTo(services, key, job, { ...record, ...person, to }) : null;
      });
    },

    settle: toldTo(services),
  });

/** A database that is away is waited for so long. Then this is no longer news. */
const LONGEST_WAIT_MS = 7 * 24 * 3600_000;

/** The jobs `moved_up_outside`: the same, with the addresses from the account's own database. */
export const sendMovedUpOutside = (services: MovedUpOutsideServices): BatchHandler =>
  withOutsideAddresses(services, {
    async find({ waitlistId, payload, createdAt }) {
      if (Date.now() - createdAt.getTime() > LONGEST_WAIT_MS) return null;
      const person = { waitlistId, ...Payload.parse(payload) };
      const [record] = await findMoved(services, [person]);
      return record ? { ...record, ...person } : null;
    },
    async work(person, to, job, context) {
      const letter = letterTo(services, await services.digestKey(), job, { ...person, to });
      return sendLetter(services, { settle: toldTo(services) }, { job, letter }, context);
    },
  });

/** In their order. Null: there is nothing to tell. */
async function findMoved(
  { movedUp }: MovedUpServices,
  people: readonly EntryRef[],
): Promise<readonly (MovedUpRecord | null)[]> {
  const records = await movedUp.find(people);
  return records.map(record =>
    record?.referralEnabled && record.position < record.toldPosition ? record : null,
  );
}

function letterTo(
  { site }: MovedUpServices,
  key: DigestKey,
  { id }: OutboxJob,
  person: MovedUpRecord & EntryRef & { readonly to: string },
): News {
  const { entryId, to, position, toldPosition } = person;
  return {
    to: { ...person, email: to },
    position,
    kind: 'moved_up',
    grantId: derivedUuid(`moved_up:${id}`, entryId),
    compose: stopUrl => ({
      ...renderMovedUpEmail({
        ...placeFacts(site, person, { to, statusToken: linkToken(key, 'status', entryId), stopUrl }),
        movedBy: toldPosition - position,
      }),
      headers: stopHeaders(stopUrl),
    }),
  };
}

/** After an email that is never sent, the next friend's signup queues another. */
const toldTo =
  ({ movedUp }: MovedUpServices) =>
  async (settled: readonly SettledLetter<News>[]): Promise<void> => {
    const told = settled.flatMap(({ letter: { to, position }, isSent }) =>
      isSent ? [{ waitlistId: to.waitlistId, entryId: to.entryId, position }] : [],
    );
    if (told.length > 0) await movedUp.told(told);
  };
