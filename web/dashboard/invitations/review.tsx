import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SkipReason } from '../../../core/invitations/invitation-store.ts';
import { callOnce, newIdempotencyKey } from '../api/client.ts';
import { waitlistKey } from '../api/queries.ts';
import { count, formatMoment, formatNumber } from '../components/format.ts';
import { notify } from '../components/notify.ts';
import { ProblemView } from '../components/problem-view.tsx';
import { EmailView } from '../templates/email-preview.tsx';
import type { Previewed } from './invite-form.tsx';

const REASONS: Readonly<Record<SkipReason, string>> = {
  not_found: 'no longer on the list',
  invited: 'already invited',
  accepted: 'already accepted',
  undeliverable: 'can’t be emailed',
  stopped: 'unsubscribed',
};

/** Skipped people to show; the preview names as many. */
const SKIPPED_SHOWN = 20;

export function reviewTitle(previewed: Previewed | null): string {
  if (previewed?.invitation.sendAt !== undefined) return 'Schedule these invitations?';
  return previewed?.preview.invited === 0
    ? 'Nobody can be invited'
    : `Invite ${count(previewed?.preview.invited ?? 0, 'person', 'people')}?`;
}

interface ReviewProps {
  readonly waitlistId: string;
  readonly previewed: Previewed;
  readonly onBack: () => void;
  readonly onInvited: () => void;
}

/** Exactly who gets what, before it is sent. */
export function Review({ waitlistId, previewed, onBack, onInvited }: ReviewProps) {
  const { invitation, preview } = previewed;
  const { sendAt, entryIds } = invitation;
  const queries = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const start = useRef<HTMLHeadingElement>(null);
  useEffect(() => start.current?.focus(), []);
  const send = useMutation({
    mutationFn: () => callOnce(idempotencyKey, 'invite_entries', { id: waitlistId, ...invitation }),
    onSuccess({ batch }) {
      notify(
        batch.sendAt === null
          ? `Inviting ${count(batch.invited, 'person', 'people')}.`
          : `Scheduled for ${formatMoment(batch.sendAt)}.`,
      );
      onInvited();
    },
    // Also after an error: it may have been sent, if only the answer was lost.
    onSettled: () => queries.invalidateQueries({ queryKey: waitlistKey(waitlistId) }),
  });
  return (
    <>
      <div className="review">
        <div>
          <h3 ref={start} tabIndex={-1} data-autofocus>
            Who
          </h3>
          {sendAt !== undefined && (
            <p className="quiet review-later">
              <strong>{formatMoment(sendAt)}</strong>
              <span>
                {entryIds === undefined
                  ? ': the first in line at that time are invited. As of now:'
                  : ': people who can’t be invited at that time are skipped. As of now:'}
              </span>
            </p>
          )}
          <Who preview={preview} />
        </div>
        <section className="review-email" aria-label="What they get">
          <h3>What they get</h3>
          <EmailView email={preview.email} />
        </section>
      </div>
      {send.isError && (
        <div className="section-gap">
          <ProblemView error={send.error} />
        </div>
      )}
      <div className="dialog-actions review-actions">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        {(preview.invited > 0 || sendAt !== undefined) && (
          <Button loading={send.isPending} onClick={() => send.mutate()}>
            {sendAt === undefined ? `Invite ${count(preview.invited, 'person', 'people')}` : 'Schedule'}
          </Button>
        )}
      </div>
    </>
  );
}

function Who({
  preview: { invited, people, skipped, skippedCounts },
}: {
  readonly preview: Previewed['preview'];
}) {
  const allSkipped = skippedCounts.reduce((sum, { count: some }) => sum + some, 0);
  return (
    <>
      <ol className="review-people">
        {people.map(({ entryId, email, position }) => (
          <li key={entryId}>
            <span className="quiet">{formatNumber(position)}</span>
            <span className="review-person">{email}</span>
          </li>
        ))}
      </ol>
      {invited > people.length && (
        <p className="quiet">{`and ${formatNumber(invited - people.length)} more`}</p>
      )}
      {skipped.length > 0 && (
        <>
          <h3>Skipped</h3>
          <ul className="review-people">
            {skipped.slice(0, SKIPPED_SHOWN).map(({ entryId, email, reason }) => (
              <li key={entryId}>
                <span className="review-person">
                  <span>{email ?? 'Someone'}</span>
                  <span className="quiet">{REASONS[reason]}</span>
                </span>
              </li>
            ))}
          </ul>
          {allSkipped > SKIPPED_SHOWN && (
            <p className="quiet">{`and ${formatNumber(allSkipped - SKIPPED_SHOWN)} more`}</p>
          )}
        </>
      )}
    </>
  );
}
