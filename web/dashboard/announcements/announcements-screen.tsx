import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../components/empty-state.tsx';
import { count, formatDay } from '../components/format.ts';
import { Loaded } from '../components/loaded.tsx';
import { Pager } from '../components/pager.tsx';
import { Section } from '../components/section.tsx';
import { ListSkeleton } from '../components/skeletons.tsx';
import { Plus } from '../design/icons.ts';
import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { AnnouncementState } from './announcement-state.tsx';
import { describeAudience, type Question } from './audience.ts';
import { ANNOUNCEMENTS_PER_PAGE, type Announcement, announcementsQuery } from './queries.ts';

const dateOf = ({ sentAt, sendAt, createdAt }: Announcement): string => sentAt ?? sendAt ?? createdAt;

/** What was written to the people of a waitlist, newest first. */
export function AnnouncementsScreen() {
  const { id, questions } = useWaitlist();
  const [page, setPage] = useState(1);
  const query = useQuery(announcementsQuery(id, page));
  const create = (
    <Button
      component={Link}
      to={`/waitlists/${id}/announcements/new`}
      leftSection={<Plus size={16} aria-hidden />}
    >
      New announcement
    </Button>
  );
  return (
    <Loaded query={query} skeleton={<ListSkeleton />}>
      {({ announcements, total }) =>
        total === 0 ? (
          <Section>
            <EmptyState title="Write to your list" action={create}>
              Tell people what is new while they wait: an email in the look of your page, to everybody or to
              those you choose.
            </EmptyState>
          </Section>
        ) : (
          <Section
            title="Announcements"
            lead="Emails that you write to people on this list."
            actions={create}
            flush
          >
            <div className="table-frame" data-stale={query.isPlaceholderData || undefined}>
              <AnnouncementTable announcements={announcements} waitlistId={id} questions={questions} />
            </div>
            <Pager
              page={page}
              perPage={ANNOUNCEMENTS_PER_PAGE}
              total={total}
              onPage={setPage}
              shown={count(total, 'announcement')}
            />
          </Section>
        )
      }
    </Loaded>
  );
}

const AnnouncementTable = ({
  announcements,
  waitlistId,
  questions,
}: {
  readonly announcements: readonly Announcement[];
  readonly waitlistId: string;
  readonly questions: readonly Question[];
}) => (
  <Table className="table" highlightOnHover>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Subject</Table.Th>
        <Table.Th className="wide-only">Who gets it</Table.Th>
        <Table.Th className="wide-only">Date</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {announcements.map(announcement => (
        <Table.Tr key={announcement.id} className="row-link">
          <Table.Td className="cell-text">
            <Link
              to="/waitlists/$id/announcements/$announcementId"
              params={{ id: waitlistId, announcementId: announcement.id }}
              className="row-title"
            >
              <bdi>{announcement.subject}</bdi>
            </Link>
            <div className="row-sub announcement-state">
              <AnnouncementState announcement={announcement} />
            </div>
          </Table.Td>
          <Table.Td className="wide-only quiet">
            <bdi>{describeAudience(announcement.audience, questions)}</bdi>
          </Table.Td>
          <Table.Td className="wide-only quiet day">{formatDay(dateOf(announcement))}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
