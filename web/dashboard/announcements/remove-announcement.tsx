import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../api/client.ts';
import { ConfirmButton } from '../components/confirm.tsx';
import { count, formatNumber } from '../components/format.ts';
import { notify } from '../components/notify.ts';
import { Section } from '../components/section.tsx';
import { skippedOf } from './announcement-state.tsx';
import type { Announcement } from './queries.ts';
import { useRefresh, useStaleCheck } from './use-draft.ts';

interface RemoveProps {
  readonly waitlistId: string;
  readonly announcement: Announcement;
}

export function DeleteDraft({
  waitlistId: id,
  announcement: { id: announcementId },
  onDeleted,
}: RemoveProps & { readonly onDeleted: () => void }) {
  const navigate = useNavigate();
  const refresh = useRefresh(id);
  const isStale = useStaleCheck(id);
  const remove = useMutation({
    mutationFn: () => call('delete_announcement', { id, announcementId }),
    async onSuccess() {
      notify('Draft deleted.');
      onDeleted();
      await navigate({ to: '/waitlists/$id/announcements', params: { id }, ignoreBlocker: true });
      void refresh();
    },
    onError: error => void isStale(error),
  });
  return (
    <Section
      title="Delete this draft"
      danger
      actions={
        <ConfirmButton
          title="Delete this draft?"
          action="Delete draft"
          mutation={remove}
          onConfirm={remove.mutate}
        >
          <p>Nobody got it. You can’t undo this.</p>
        </ConfirmButton>
      }
    />
  );
}

/** Cancels a scheduled one, or the rest of one that is being sent. */
export function CancelAnnouncement({ waitlistId: id, announcement }: RemoveProps) {
  const { id: announcementId, state, sent, recipients } = announcement;
  const refresh = useRefresh(id);
  const isStale = useStaleCheck(id);
  const cancel = useMutation({
    mutationFn: () => call('delete_announcement', { id, announcementId }),
    async onSuccess() {
      notify('Canceled.');
      await refresh();
    },
    onError: error => void isStale(error),
  });
  return (
    <ConfirmButton
      button={{ variant: 'default' }}
      title={state === 'sending' ? 'Stop sending?' : 'Cancel this announcement?'}
      dismiss={state === 'sending' ? 'Keep sending' : 'Keep it'}
      action={state === 'sending' ? 'Stop sending' : 'Cancel announcement'}
      mutation={cancel}
      onConfirm={cancel.mutate}
    >
      {state === 'sending' ? (
        <p>
          <strong>{count(sent, 'person', 'people')}</strong>{' '}
          <span>
            {recipients === null
              ? 'have it already. Nobody else gets it.'
              : `have it already. The other ${formatNumber(recipients - sent - skippedOf(announcement))} won’t get it.`}
          </span>{' '}
          What was stopped can’t be continued.
        </p>
      ) : (
        <p>Nobody gets it. The text stays here, and you can duplicate it as a new draft.</p>
      )}
    </ConfirmButton>
  );
}
