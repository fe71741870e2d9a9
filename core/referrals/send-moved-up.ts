import { v5 as derivedUuid } from 'uuid';
import * as z from 'zod';
import { MAIL_LANE, mailJobs, type SettledLetter, sendLetter } from '../email/mail-jobs.ts';
import { placeFacts } from '../email/place-record.ts';
import type { Letter, SendServices } from '../email/send-emails.ts';
import { stopHeaders } from '../email/stop-link.ts';
import type { EntryRef } from '../entries/entry-store.ts';
import { type OutsideAddressServices, outside, TO_OUTSIDE_LANE } from '../entries/outside-address.ts';
import { linkToken } from '../identity/link-token.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import { defineJob } from '../outbox/job.ts';
import type { OutboxJob } from '../outbox/outbox-store.ts';
import { renderMovedUpEmail } from './moved-up-email.ts';
import type { MovedUpRecord, MovedUpStore } from './moved-up-store.ts';

export interface MovedUpServices extends SendServices {
  readonly movedUp: Pick<MovedUpStore, 'find' | 'told'>;
}

/** An email about a new place. */
interface News extends Letter {
  readonly position: number;
}

/** A database that is away is waited for so long. Then this is no longer news. */
const LONGEST_WAIT_MS = 7 * 24 * 3600_000;

const payload = z.object({ entryId: z.uuid() });

/**
 * Tells people that friends moved them up, unless others moved them back down since. An address that is only in the account's
 * own database is read from there.
 */
export const movedUpJob = defineJob({
  kind: 'moved_up',
  payload,
  lane: MAIL_LANE,

  runAll: (services: MovedUpServices) =>
    mailJobs(services, {
      async read(jobs: readonly OutboxJob<EntryPayload>[]) {
        const people = jobs.map(personOf);
        const records = await findMoved(services, people);
        const key = await services.digestKey();
        return jobs.map((job, index) => {
          const record = records[index];
          if (!record) return 'done';
          return record.email === null
            ? TO_OUTSIDE_LANE
            : letterTo(services, key, job, { ...record, ...personOf(job), to: record.email });
        });
      },
      settle: toldTo(services),
    }),

  elsewhere: outside((services: MovedUpServices & OutsideAddressServices) => ({
    async find(job: OutboxJob<EntryPayload>) {
      if (Date.now() - job.createdAt.getTime() > LONGEST_WAIT_MS) return null;
      const [record] = await findMoved(services, [personOf(job)]);
      return record ? { ...record, ...personOf(job) } : null;
    },
    async work(person, to, job, context) {
      const letter = letterTo(services, await services.digestKey(), job, { ...person, to });
      return sendLetter(services, { settle: toldTo(services) }, { job, letter }, context);
    },
  })),
});

type EntryPayload = z.infer<typeof payload>;

const personOf = ({ waitlistId, payload: { entryId } }: OutboxJob<EntryPayload>): EntryRef => ({
  waitlistId,
  entryId,
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
