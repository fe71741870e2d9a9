import { v5 as derivedUuid } from 'uuid';
import * as z from 'zod';
import { placeFacts } from '../email/place-record.ts';
import type { Letter, SendServices } from '../email/send-emails.ts';
import { stopHeaders } from '../email/stop-link.ts';
import { type OwnTemplateServices, usableTemplate } from '../email-templates/own-template.ts';
import type { EntryRef } from '../entries/entry-store.ts';
import { defineOutsideMailJob, type OutsideMail } from '../entries/outside-address.ts';
import { linkToken } from '../identity/link-token.ts';
import { composeMovedUp } from './compose-moved-up.ts';
import type { MovedUpRecord, MovedUpStore } from './moved-up-store.ts';

interface MovedUpServices extends SendServices, OwnTemplateServices {
  readonly movedUp: Pick<MovedUpStore, 'find' | 'told'>;
}

/** An email about a new place. */
interface News extends Letter {
  readonly position: number;
}

const payload = z.object({ entryId: z.uuid() });

/** Tells people that friends moved them up, unless others moved them back down since. */
export const movedUpJob = defineOutsideMailJob({ kind: 'moved_up', payload, mail: tellMovedUp });

function tellMovedUp({
  site,
  movedUp,
  ownTemplatesAfterHours,
}: MovedUpServices): OutsideMail<z.infer<typeof payload>, MovedUpRecord & EntryRef, News> {
  return {
    // Then this is no longer news.
    longestWaitMs: 7 * 24 * 3600_000,

    async find(people) {
      const records = await movedUp.find(people);
      return people.map((person, index) => {
        const record = records[index];
        const isNews = record?.referralEnabled && record.position < record.toldPosition;
        return isNews ? { ...record, ...person } : null;
      });
    },

    letterTo(person, key, { id }) {
      const { entryId, email: to, position, toldPosition } = person;
      return {
        to: person,
        position,
        kind: 'moved_up',
        grantId: derivedUuid(`moved_up:${id}`, entryId),
        compose: stopUrl => ({
          ...composeMovedUp(
            {
              ...placeFacts(site, person, { to, statusToken: linkToken(key, 'status', entryId), stopUrl }),
              movedBy: toldPosition - position,
            },
            usableTemplate(person, ownTemplatesAfterHours),
            person,
          ),
          headers: stopHeaders(stopUrl),
        }),
      };
    },

    // After an email that is never sent, the next friend's signup queues another.
    async settle(settled) {
      const told = settled.flatMap(({ letter: { to, position }, isSent }) =>
        isSent ? [{ waitlistId: to.waitlistId, entryId: to.entryId, position }] : [],
      );
      if (told.length > 0) await movedUp.told(told);
    },
  };
}
