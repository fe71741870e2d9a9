import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { isUuid } from '../kernel/schemas.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { noAnnouncement, toAnnouncement } from './announcement.ts';
import type { AnnouncementRecord } from './announcement-store.ts';
import { Announcement, AnnouncementId } from './schemas.ts';
import type { AnnouncementServices } from './services.ts';

/** @throws {ApiError} `not_found` */
export async function requireAnnouncement(
  { waitlist, services }: WaitlistContext<AnnouncementServices>,
  announcementId: string,
): Promise<AnnouncementRecord> {
  const found = isUuid(announcementId)
    ? await services.announcements.get({ waitlistId: waitlist.id, announcementId })
    : null;
  if (!found) throw noAnnouncement();
  return found;
}

export const getAnnouncement = defineWaitlistOperation({
  name: 'get_announcement',
  group: 'announcements',
  title: 'Get an announcement',
  summary: 'Read one announcement, and how far it is',
  description: 'recipients is fixed when sending starts; in the end it is sent and all skipped together.',
  method: 'GET',
  path: '/api/v1/waitlists/{id}/announcements/{announcementId}',
  scope: 'entries:read',
  effect: EFFECT.read,
  input: () => z.object({ id: WaitlistId, announcementId: AnnouncementId }),
  output: () => z.object({ announcement: Announcement() }),
  run: async (context: WaitlistContext<AnnouncementServices>, { announcementId }) => ({
    announcement: toAnnouncement(await requireAnnouncement(context, announcementId)),
  }),
});
