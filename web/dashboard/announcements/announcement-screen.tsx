import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { NotFound } from '../app/not-found.tsx';
import { Loaded } from '../components/loaded.tsx';
import { FormSkeleton } from '../components/skeletons.tsx';
import { ArrowLeft } from '../design/icons.ts';
import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { Composer } from './composer.tsx';
import { announcementQuery } from './queries.ts';
import { Result } from './result.tsx';

/** In the address instead of an id. */
const NEW = 'new';

/** One announcement: the composer while it is a draft, then how far it is. */
export function AnnouncementScreen() {
  const waitlist = useWaitlist();
  const { announcementId } = useParams({ from: '/waitlists/$id/announcements/$announcementId' });
  const navigate = useNavigate();
  const isNew = announcementId === NEW;
  const query = useQuery({ ...announcementQuery(waitlist.id, announcementId), enabled: !isNew });
  // Once it is saved, it has an address of its own, and stays open as it is.
  const [createdId, setCreatedId] = useState<string | null>(null);
  const composer = (
    <Composer
      key={announcementId === createdId ? NEW : announcementId}
      waitlist={waitlist}
      announcement={isNew ? null : (query.data ?? null)}
      onCreated={announcement => {
        setCreatedId(announcement.id);
        void navigate({
          to: '/waitlists/$id/announcements/$announcementId',
          params: { id: waitlist.id, announcementId: announcement.id },
          replace: true,
          ignoreBlocker: true,
        });
      }}
    />
  );
  return (
    <>
      <Link to="/waitlists/$id/announcements" params={{ id: waitlist.id }} className="back">
        <ArrowLeft size={15} aria-hidden />
        <span>All announcements</span>
      </Link>
      {isNew || query.data?.state === 'draft' ? (
        composer
      ) : (
        <Loaded
          query={query}
          skeleton={<FormSkeleton fields={4} />}
          missing={<NotFound what="announcement" />}
        >
          {announcement => <Result key={announcement.id} waitlist={waitlist} announcement={announcement} />}
        </Loaded>
      )}
    </>
  );
}
