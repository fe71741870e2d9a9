import * as z from 'zod';
import { Audience, checkAudience } from '../audiences/audience.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import { type Creating, EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { ANNOUNCEMENTS_MAX, toAnnouncement } from './announcement.ts';
import { checkMaySend } from './checks.ts';
import { Announcement, Body, SendAt, Subject } from './schemas.ts';
import type { AnnouncementServices } from './services.ts';

export const createAnnouncement = defineWaitlistOperation({
  name: 'create_announcement',
  group: 'announcements',
  title: 'Create an announcement',
  summary: 'Write an email to the people of a waitlist, and schedule it',
  description:
    'Creates a draft, or with sendAt schedules it. audience chooses who gets it; {} is everybody. Each person gets it at most once and can stop it. Look at send_announcement with dryRun, and test_announcement, before you send it.',
  method: 'POST',
  path: '/api/v1/waitlists/{id}/announcements',
  scope: 'announcements:write',
  effect: EFFECT.create,
  status: 201,
  errors: ['limit_reached'],
  example: {
    subject: 'We launch on Friday',
    body: 'Hi {{name|friend}},\n\nyou are number {{position}}. [See your place]({{statusLink}}).',
    audience: { status: 'waiting' },
  },
  input: () =>
    z.object({
      id: WaitlistId,
      subject: Subject(),
      body: Body(),
      audience: Audience().default({}),
      sendAt: SendAt().default(null),
    }),
  output: () => z.object({ announcement: Announcement() }),
  location: ({ announcement }, { id }) => `/api/v1/waitlists/${id}/announcements/${announcement.id}`,
  async run(context: Creating<WaitlistContext<AnnouncementServices>>, text) {
    const { waitlist, services, creationId } = context;
    checkAudience(waitlist.questions, text.audience);
    if (text.sendAt !== null) await checkMaySend(context, 'sendAt');
    const ref = { waitlistId: waitlist.id, announcementId: creationId };
    const made = await services.announcements.create(ref, text, ANNOUNCEMENTS_MAX);
    if (made === null) throw notFound('waitlist');
    if (made === 'limit_reached')
      throw new ApiError('limit_reached', `A waitlist can have ${ANNOUNCEMENTS_MAX} announcements`, {
        resolution: 'Delete drafts that you no longer need (delete_announcement).',
      });
    return { announcement: toAnnouncement(made) };
  },
});
