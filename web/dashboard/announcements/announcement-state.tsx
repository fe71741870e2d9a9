import { Badge } from '@mantine/core';
import { count, formatMoment, formatNumber } from '../components/format.ts';
import type { Announcement } from './queries.ts';

/** Those who will get no email. */
export const skippedOf = ({ skipped }: Pick<Announcement, 'skipped'>): number =>
  skipped.reduce((sum, { count: people }) => sum + people, 0);

/** The state in words, with how far it is. */
export function AnnouncementState({ announcement }: { readonly announcement: Announcement }) {
  const { state, sendAt, sent } = announcement;
  switch (state) {
    case 'draft':
      return (
        <Badge size="sm" color="gray">
          Draft
        </Badge>
      );
    case 'scheduled':
      return (
        <Badge size="sm" color="yellow">
          {sendAt === null ? 'Scheduled' : `Scheduled for ${formatMoment(sendAt)}`}
        </Badge>
      );
    case 'sending':
      return <Progress announcement={announcement} />;
    case 'sent':
      return (
        <>
          <Badge size="sm" color="teal">
            Sent
          </Badge>
          <span>{`to ${count(sent, 'person', 'people')}`}</span>
        </>
      );
    case 'canceled':
      return (
        <>
          <Badge size="sm" color="gray">
            Canceled
          </Badge>
          {sent > 0 && <span>{`after ${count(sent, 'person', 'people')}`}</span>}
        </>
      );
  }
}

/** How far it is. Those who are skipped are done, too. */
export function Progress({ announcement }: { readonly announcement: Announcement }) {
  const { recipients, sent } = announcement;
  if (recipients === null) return <span>Sending…</span>;
  const done = sent + skippedOf(announcement);
  return (
    <>
      <progress
        className="progress"
        max={Math.max(recipients, 1)}
        value={done}
        aria-label="Emails handled so far"
      />
      <span>{`Sending, ${formatNumber(done)} of ${formatNumber(recipients)}`}</span>
    </>
  );
}
