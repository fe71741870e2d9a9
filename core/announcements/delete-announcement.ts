import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { noAnnouncement, notEditable } from './announcement.ts';
import { requireAnnouncement } from './get-announcement.ts';
import { AnnouncementId } from './schemas.ts';
import type { AnnouncementServices } from './services.ts';

export const deleteAnnouncement = defineWaitlistOperation({
  name: 'delete_announcement',
  group: 'announcements',
  title: 'Delete an announcement',
  summary: 'Delete a draft, or cancel an announcement',
  description:
    'A draft is gone. A scheduled one is canceled; of one that is being sent, what is unsent. A sent one stays.',
  method: 'DELETE',
  path: '/api/v1/waitlists/{id}/announcements/{announcementId}',
  scope: 'announcements:write',
  effect: EFFECT.destroy,
  errors: ['not_editable'],
  input: () => z.object({ id: WaitlistId, announcementId: AnnouncementId }),
  output: () => z.object({ deleted: z.literal(true) }),
  async run(context: WaitlistContext<AnnouncementServices>, { announcementId }) {
    const { waitlist, services } = context;
    await requireAnnouncement(context, announcementId);
    const removed = await services.announcements.remove({ waitlistId: waitlist.id, announcementId });
    if (removed === 'not_editable') throw notEditable('sent');
    if (!removed) throw noAnnouncement();
    return { deleted: true as const };
  },
});
