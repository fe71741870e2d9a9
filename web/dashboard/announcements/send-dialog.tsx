import { Alert, Button, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, callOnce, newIdempotencyKey } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import { templatesQuery } from '../api/queries.ts';
import { count, formatAgo, formatMoment, TIME_ZONE } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { fromLocalTime, toLocalTime } from '../components/local-time.ts';
import { notify } from '../components/notify.ts';
import { ProblemView } from '../components/problem-view.tsx';
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

const DAY_MS = 24 * 3600_000;
/** The API's limit. */
const MOST_DAYS = 60;
const USUAL_HOUR = 9;

/** Tomorrow morning, as a field has it. */
function tomorrow(): string {
  const time = new Date(Date.now() + DAY_MS);
  time.setHours(USUAL_HOUR, 0, 0, 0);
  return toLocalTime(time.toISOString());
}

/** What is wrong with a time, or null. */
function checkTime(local: string): string | null {
  const at = Date.parse(local);
  if (Number.isNaN(at)) return 'Choose a day and a time';
  if (at <= Date.now()) return 'Choose a time in the future';
  return at > Date.now() + MOST_DAYS * DAY_MS ? `At most ${MOST_DAYS} days from now` : null;
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
  const [isLater, setLater] = useState(false);
  const [time, setTime] = useState(tomorrow);
  const send = useSend(props);
  const templates = useQuery(templatesQuery);
  // Announcements and templates are an account's own words, and held for as long.
  const heldUntil = templates.data?.sentFrom;
  const fault = isLater ? checkTime(time) : null;
  const people = reachedBy(found);
  const refused = send.isError ? toProblem(send.error).details.map(({ message }) => message) : [];
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        // In React, it would reach a form around the dialog.
        event.stopPropagation();
        if (fault === null) send.mutate(isLater ? fromLocalTime(time) : null);
      }}
    >
      <Stack>
        {heldUntil !== undefined && (
          <Alert icon={<CircleAlert size={18} />} title={`You can send it from ${formatMoment(heldUntil)}`}>
            Your account is new. Any payment ends the wait. Your draft is saved, and tests work now.
          </Alert>
        )}
        <Recipients found={found} isLater={isLater} />
        <When isLater={isLater} onLater={setLater} time={time} onTime={setTime} fault={fault} />
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
            disabled={heldUntil !== undefined || fault !== null || (people === 0 && !isLater)}
          >
            {`${isLater ? 'Schedule for' : 'Send to'} ${count(people, 'person', 'people')}`}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function When({
  isLater,
  onLater,
  time,
  onTime,
  fault,
}: {
  readonly isLater: boolean;
  readonly onLater: (isLater: boolean) => void;
  readonly time: string;
  readonly onTime: (time: string) => void;
  readonly fault: string | null;
}) {
  const at = fault === null ? fromLocalTime(time) : null;
  return (
    <div className="send-when">
      <SegmentedControl
        aria-label="When"
        value={isLater ? 'later' : 'now'}
        onChange={value => onLater(value === 'later')}
        data={[
          { value: 'now', label: 'Now' },
          { value: 'later', label: 'Later' },
        ]}
      />
      {isLater && (
        <TextInput
          type="datetime-local"
          label="Day and time"
          description={`Your time zone: ${TIME_ZONE}${at === null ? '' : `. ${formatMoment(at)}, ${formatAgo(at)}`}`}
          value={time}
          error={fault}
          onChange={event => onTime(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
