import { Alert, Button, Modal, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, callOnce, newIdempotencyKey } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import { templatesQuery } from '../api/queries.ts';
import { count, formatMoment } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { notify } from '../components/notify.ts';
import { ProblemView } from '../components/problem-view.tsx';
import { SendTime, useSendTime } from '../components/send-time.tsx';
import { CircleAlert, Send } from '../design/icons.ts';
import { type Announcement, type DryRun, dryRunQuery } from './queries.ts';
import { Recipients, reachedBy } from './recipients.tsx';
import { useRefresh, useStaleCheck } from './use-draft.ts';

interface SendProps {
  readonly waitlistId: string;
  readonly announcement: Announcement;
  readonly onClose: () => void;
}

/** Who would get it, when it goes out, and the button that sends it. */
export function SendDialog({ opened, ...props }: SendProps & { readonly opened: boolean }) {
  const { waitlistId, announcement, onClose } = props;
  return (
    <Modal opened={opened} onClose={onClose} size={560} title="Send this announcement?">
      <SendQuestion
        key={announcement.id}
        waitlistId={waitlistId}
        announcement={announcement}
        onClose={onClose}
      />
    </Modal>
  );
}

function SendQuestion(props: SendProps) {
  const { waitlistId, announcement } = props;
  const dryRun = useQuery(dryRunQuery(waitlistId, announcement.id));
  return (
    <Loaded query={dryRun} skeleton={<Lines count={6} height={16} />}>
      {found => <SendForm {...props} found={found} />}
    </Loaded>
  );
}

function useSend({ waitlistId: id, announcement: { id: announcementId }, onClose }: SendProps) {
  const [idempotencyKey] = useState(newIdempotencyKey);
  const refresh = useRefresh(id);
  const isStale = useStaleCheck(id);
  return useMutation({
    /** @param sendAt - null: now */
    mutationFn: (sendAt: string | null): Promise<Pick<DryRun, 'announcement'>> =>
      sendAt === null
        ? callOnce(idempotencyKey, 'send_announcement', { id, announcementId })
        : call('update_announcement', { id, announcementId, sendAt }),
    onSuccess({ announcement }, sendAt) {
      notify(sendAt === null ? 'Sending.' : `Scheduled for ${formatMoment(sendAt)}.`);
      onClose();
      void refresh(announcement);
    },
    onError(error) {
      if (isStale(error)) onClose();
    },
  });
}

function SendForm({ found, ...props }: SendProps & { readonly found: DryRun }) {
  const when = useSendTime();
  const { isLater, sendAt } = when;
  const send = useSend(props);
  const templates = useQuery(templatesQuery);
  // Announcements and templates are an account's own words, and held for as long.
  const heldUntil = templates.data?.sentFrom;
  const people = reachedBy(found);
  const refused = send.isError ? toProblem(send.error).details.map(({ message }) => message) : [];
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        // In React, it would reach a form around the dialog.
        event.stopPropagation();
        if (when.fault === null) send.mutate(sendAt);
      }}
    >
      <Stack>
        {heldUntil !== undefined && (
          <Alert icon={<CircleAlert size={18} />} title={`You can send it from ${formatMoment(heldUntil)}`}>
            Your account is new. Any payment ends the wait. Your draft is saved, and tests work now.
          </Alert>
        )}
        <Recipients found={found} isLater={isLater} />
        <SendTime {...when} />
        <p className="quiet">
          Announcements take at most half of your account’s emails of a day. The rest follows the next day. We
          don’t track who opens it or clicks.
        </p>
        {send.isError && (
          <ProblemView error={send.error} title={refused[0] && `Not sent: it ${refused[0]}`} />
        )}
        <div className="dialog-actions">
          <Button variant="default" onClick={props.onClose}>
            Back
          </Button>
          <Button
            type="submit"
            leftSection={<Send size={16} aria-hidden />}
            loading={send.isPending}
            disabled={heldUntil !== undefined || when.fault !== null || (people === 0 && !isLater)}
          >
            {`${isLater ? 'Schedule for' : 'Send to'} ${count(people, 'person', 'people')}`}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
