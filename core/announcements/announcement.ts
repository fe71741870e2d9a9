import { ApiError, notFound } from '../kernel/errors.ts';
import type { AnnouncementRecord, SkippedPeople } from './announcement-store.ts';
import type { Announcement } from './schemas.ts';

/** The most announcements of a waitlist, drafts too. */
export const ANNOUNCEMENTS_MAX = 500;

/** Each reason once, most first. */
export const toSkipped = (counts: SkippedPeople): Announcement['skipped'] =>
  Object.entries(counts)
    .flatMap(([reason, count]) =>
      count > 0 ? [{ reason: reason as Announcement['skipped'][number]['reason'], count }] : [],
    )
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));

/** An announcement as the API shows it. */
export const toAnnouncement = (record: AnnouncementRecord): Announcement => ({
  id: record.id,
  subject: record.subject,
  body: record.body,
  audience: record.audience,
  state: record.state,
  sendAt: record.sendAt?.toISOString() ?? null,
  recipients: record.recipients,
  sent: record.sent,
  skipped: toSkipped(record.skipped),
  createdAt: record.createdAt.toISOString(),
  sentAt: record.sentAt?.toISOString() ?? null,
});

export const noAnnouncement = (): ApiError => notFound('announcement');

export const notEditable = (state: AnnouncementRecord['state']): ApiError =>
  new ApiError('not_editable', `The announcement is ${state}, so it can't be changed`, {
    resolution: 'Create another announcement. Only drafts and scheduled ones can be changed and sent.',
  });
