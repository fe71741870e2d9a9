import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { call } from '../api/client.ts';
import type { Waitlist } from '../api/queries.ts';
import { type Fact, FactList } from '../components/fact-list.tsx';
import { formatAgo, formatMoment, formatNumber, TIME_ZONE } from '../components/format.ts';
import { notify, notifyProblem } from '../components/notify.ts';
import { Section } from '../components/section.tsx';
import { Copy } from '../design/icons.ts';
import { AnnouncementPreview } from './announcement-preview.tsx';
import { AnnouncementState, skippedOf } from './announcement-state.tsx';
import { describeAudience } from './audience.ts';
import type { Announcement } from './queries.ts';
import { CancelAnnouncement } from './remove-announcement.tsx';
import { Skipped } from './skipped.tsx';
import { useRefresh, useStaleCheck } from './use-draft.ts';

interface ResultProps {
  readonly waitlist: Waitlist;
  readonly announcement: Announcement;
}

/** An announcement that is no draft: how far it is, and its text. */
export function Result({ waitlist, announcement }: ResultProps) {
  const { subject, body, state } = announcement;
  const text = useMemo(() => ({ subject, body }), [subject, body]);
  return (
    <Section
      title={subject}
      actions={
        <>
          {state === 'scheduled' && <EditAgain waitlist={waitlist} announcement={announcement} />}
          {(state === 'scheduled' || state === 'sending') && (
            <CancelAnnouncement waitlistId={waitlist.id} announcement={announcement} />
          )}
          <Duplicate waitlist={waitlist} announcement={announcement} />
        </>
      }
    >
      <div className="editor template-editor announcement-editor">
        <div className="announcement-result">
          <p role="status" className="announcement-state">
            <AnnouncementState announcement={announcement} />
          </p>
          <Figures announcement={announcement} />
          {announcement.skipped.length > 0 && (
            <section aria-label="Skipped">
              <h3>Skipped</h3>
              <Skipped skipped={announcement.skipped} />
            </section>
          )}
          <FactList className="person-facts" facts={factsOf(announcement, waitlist)} />
          <p className="quiet">{explain(announcement)}</p>
        </div>
        <AnnouncementPreview waitlist={waitlist} text={text} />
      </div>
    </Section>
  );
}

/** What happens next, or why it ended. */
function explain({ state, recipients }: Announcement): string {
  if (state === 'scheduled') return 'Who gets it is decided when it is sent.';
  if (state === 'sending')
    return 'Announcements take at most half of your account’s emails of a day. The rest follows the next day.';
  if (state === 'canceled' && recipients === null) return 'Nobody got it.';
  return 'We don’t track who opens it or clicks.';
}

function factsOf(
  { audience, sendAt, sentAt, state, createdAt }: Announcement,
  { questions }: Waitlist,
): Fact[] {
  return [
    ['Who gets it', <bdi key="audience">{describeAudience(audience, questions)}</bdi>],
    [
      'Goes out',
      state === 'scheduled' && sendAt !== null
        ? `${formatMoment(sendAt)} (${TIME_ZONE}), ${formatAgo(sendAt)}`
        : null,
    ],
    [state === 'canceled' ? 'Canceled' : 'Finished', sentAt && formatMoment(sentAt)],
    ['Written', formatMoment(createdAt)],
  ];
}

/** Numbers once it is fixed who gets it. */
function Figures({ announcement }: { readonly announcement: Announcement }) {
  const { recipients, sent, state } = announcement;
  if (recipients === null) return null;
  const skipped = skippedOf(announcement);
  const figures = [
    ['Sent', sent],
    ['Skipped', skipped],
    [state === 'sending' ? 'Still to send' : 'Not sent', Math.max(recipients - sent - skipped, 0)],
  ] as const;
  return (
    <dl className="announcement-figures">
      {figures
        .filter(([label, people]) => people > 0 || label === 'Sent')
        .map(([label, people]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(people)}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Makes a scheduled one a draft. */
function EditAgain({ waitlist: { id }, announcement: { id: announcementId } }: ResultProps) {
  const refresh = useRefresh(id);
  const isStale = useStaleCheck(id);
  const edit = useMutation({
    mutationFn: () => call('update_announcement', { id, announcementId, sendAt: null }),
    async onSuccess({ announcement }) {
      notify('It’s a draft again. Schedule it when it’s ready.');
      await refresh(announcement);
    },
    onError(error) {
      if (!isStale(error)) notifyProblem(error);
    },
  });
  return (
    <Button variant="default" loading={edit.isPending} onClick={() => edit.mutate()}>
      Edit
    </Button>
  );
}

/** Starts a new draft with this text. */
function Duplicate({ waitlist: { id }, announcement: { subject, body, audience } }: ResultProps) {
  const navigate = useNavigate();
  const refresh = useRefresh(id);
  const duplicate = useMutation({
    mutationFn: () => call('create_announcement', { id, subject, body, audience }),
    async onSuccess({ announcement }) {
      notify('Duplicated as a new draft.');
      void refresh(announcement);
      await navigate({
        to: '/waitlists/$id/announcements/$announcementId',
        params: { id, announcementId: announcement.id },
      });
    },
    onError: notifyProblem,
  });
  return (
    <Button
      variant="default"
      leftSection={<Copy size={16} aria-hidden />}
      loading={duplicate.isPending}
      onClick={() => duplicate.mutate()}
    >
      Duplicate
    </Button>
  );
}
