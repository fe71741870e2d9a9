import * as z from 'zod';
import { takeFitting } from '../kernel/answer-size.ts';
import { EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { toAnnouncement } from './announcement.ts';
import { Announcement } from './schemas.ts';
import type { AnnouncementServices } from './services.ts';

export const listAnnouncements = defineWaitlistOperation({
  name: 'list_announcements',
  group: 'announcements',
  title: 'List announcements',
  summary: 'Read the announcements of a waitlist',
  description:
    'One page, newest first, with how far each is: sent, and skipped with the reasons. With long texts, a page has fewer, and limit says how many.',
  method: 'GET',
  path: '/api/v1/waitlists/{id}/announcements',
  scope: 'entries:read',
  effect: EFFECT.read,
  input: () =>
    z.object({
      id: WaitlistId,
      limit: z.int().min(1).max(200).default(50),
      offset: z.int().min(0).default(0),
    }),
  output: () =>
    z.object({ announcements: z.array(Announcement()), total: z.int(), limit: z.int(), offset: z.int() }),
  async run({ waitlist, services }: WaitlistContext<AnnouncementServices>, { limit, offset }) {
    const { announcements, total } = await services.announcements.list(waitlist.id, { limit, offset });
    const shown = takeFitting(announcements.map(toAnnouncement));
    const isShorter = shown.length < announcements.length;
    return { announcements: shown, total, limit: isShorter ? shown.length : limit, offset };
  },
});
