import * as z from 'zod';
import { Audience, checkAudience } from '../audiences/audience.ts';
import { EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { noAnnouncement, notEditable, toAnnouncement } from './announcement.ts';
import { checkMaySend } from './checks.ts';
import { requireAnnouncement } from './get-announcement.ts';
import { Announcement, AnnouncementId, Body, SendAt, Subject } from './schemas.ts';
import type { AnnouncementServices } from './services.ts';

export const updateAnnouncement = defineWaitlistOperation({
  name: 'update_announcement',
  group: 'announcements',
  title: 'Update an announcement',
  summary: 'Change a draft or a scheduled announcement',
  description: 'Only what you send changes; audience as a whole. sendAt schedules it, null makes it a draft.',
  method: 'PATCH',
  path: '/api/v1/waitlists/{id}/announcements/{announcementId}',
  scope: 'announcements:write',
  effect: EFFECT.update,
  errors: ['not_editable'],
  example: { sendAt: null },
  input: () =>
    z.object({
      id: WaitlistId,
      announcementId: AnnouncementId,
      subject: Subject().optional(),
      body: Body().optional(),
      audience: Audience().optional(),
      sendAt: SendAt().optional(),
    }),
  output: () => z.object({ announcement: Announcement() }),
  async run(context: WaitlistContext<AnnouncementServices>, { announcementId, ...change }) {
    const { waitlist, services } = context;
    await requireAnnouncement(context, announcementId);
    if (change.audience) checkAudience(waitlist.questions, change.audience);
    if (change.sendAt) await checkMaySend(context, 'sendAt');
    const edited = await services.announcements.update({ waitlistId: waitlist.id, announcementId }, change);
    if (!edited) throw noAnnouncement();
    if ('refused' in edited) throw notEditable(edited.refused);
    return { announcement: toAnnouncement(edited.announcement) };
  },
});
