import * as z from 'zod';
import { digestStop } from '../email/stop-link.ts';
import { completeContacts } from '../entries/complete-contacts.ts';
import { toFilter } from '../entries/entry-filter.ts';
import { readOrder } from '../entries/entry-store.ts';
import { EFFECT } from '../kernel/operation.ts';
import { Uuid } from '../kernel/schemas.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { noAnnouncement, notEditable, toAnnouncement, toSkipped } from './announcement.ts';
import { type AnnouncementRecord, MOST_COMPARED } from './announcement-store.ts';
import { checkMaySend } from './checks.ts';
import { requireAnnouncement } from './get-announcement.ts';
import { Announcement, AnnouncementId, SkippedCounts } from './schemas.ts';
import type { AnnouncementServices } from './services.ts';

type Context = WaitlistContext<AnnouncementServices>;

/** How many people a dry run names. */
const NAMED = 20;

/** What sending it now would do. It sends nothing. */
async function preview(context: Context, { audience }: AnnouncementRecord) {
  const { caller, waitlist, services } = context;
  const list = { accountId: caller.account.id, waitlistId: waitlist.id };
  const filter = await toFilter(context, audience);
  const order = await services.entries.order({ ...list, ...filter, sort: 'position' });
  if (!order) throw noAnnouncement();
  const key = await services.digestKey();
  const recipients = order.windows.reduce((sum, window) => sum + readOrder(window).seqs.length, 0);
  const counts = { stopped: 0, undeliverable: 0 };
  const first: string[] = [];
  let compared = 0;
  for (const window of order.windows) {
    if (compared >= MOST_COMPARED) break;
    const people = await services.announcements.people(waitlist.id, readOrder(window).seqs);
    compared += people.length;
    const stops = people.map(({ mailbox }) => ({
      waitlistId: waitlist.id,
      digest: digestStop(key, waitlist.id, mailbox),
    }));
    const stopped = await services.stops.areStopped(stops);
    for (const [index, { entryId, suppressed }] of people.entries()) {
      if (suppressed) counts.undeliverable++;
      else if (stopped[index]) counts.stopped++;
      else if (first.length < NAMED) first.push(entryId);
    }
  }
  const found = await completeContacts(
    services,
    await services.entries.pageByIds({ ...list, entryIds: first }),
  );
  return {
    recipients,
    skipped: toSkipped(counts),
    sample: found.map(({ id, email }) => ({ entryId: id, email })),
  };
}

export const sendAnnouncement = defineWaitlistOperation({
  name: 'send_announcement',
  group: 'announcements',
  title: 'Send an announcement',
  summary: 'Send a draft or a scheduled announcement now',
  description: `Fixes who gets it and sends it, at most half of your account's emails of a day; the rest follows the next day. dryRun sends nothing and says to how many it would go, whom it would skip (compared are the first ${MOST_COMPARED.toLocaleString('en')}), and the first ${NAMED} people. It can't be undone: ask your person first.`,
  method: 'POST',
  path: '/api/v1/waitlists/{id}/announcements/{announcementId}/send',
  scope: 'announcements:write',
  effect: EFFECT.update,
  status: 202,
  hasDryRun: true,
  errors: ['not_editable', 'external_database_unavailable'],
  example: { dryRun: false },
  exampleAnswer: { recipients: undefined, skipped: undefined, sample: undefined },
  exampleDryRun: { announcement: undefined, recipients: 2, skipped: [] },
  input: () =>
    z.object({ id: WaitlistId, announcementId: AnnouncementId, dryRun: z.boolean().default(false) }),
  output: () =>
    z.object({
      announcement: Announcement().optional(),
      recipients: z.int().optional().meta({ description: 'dryRun' }),
      skipped: SkippedCounts().optional().meta({ description: 'dryRun' }),
      sample: z
        .array(z.object({ entryId: Uuid, email: z.string() }))
        .optional()
        .meta({ description: 'dryRun' }),
    }),
  async run(context: Context, { announcementId, dryRun }) {
    const { waitlist, services } = context;
    const found = await requireAnnouncement(context, announcementId);
    if (found.state !== 'draft' && found.state !== 'scheduled') throw notEditable(found.state);
    if (dryRun) return preview(context, found);
    await checkMaySend(context, '');
    const started = await services.announcements.start({ waitlistId: waitlist.id, announcementId });
    if (!started) throw noAnnouncement();
    if ('refused' in started) throw notEditable(started.refused);
    await services.worker.wake();
    return { announcement: toAnnouncement(started.announcement) };
  },
});
