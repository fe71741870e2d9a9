import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Entry } from '../../../core/entries/schemas.ts';
import { call } from '../api/client.ts';
import { Confirm } from '../components/confirm.tsx';
import { count } from '../components/format.ts';
import { notify } from '../components/notify.ts';

/** Erases one person, on their request: what is lost is said first. */
export function ErasePerson({
  waitlistId,
  waitlistName,
  entry,
  onClose,
}: {
  readonly waitlistId: string;
  readonly waitlistName: string;
  readonly entry: Entry | null;
  readonly onClose: () => void;
}) {
  const queries = useQueryClient();
  const erase = useMutation({
    mutationFn: ({ id }: Entry) =>
      call(`/dashboard/waitlists/${encodeURIComponent(waitlistId)}/entries/${encodeURIComponent(id)}`, {
        method: 'DELETE',
      }),
    onSuccess() {
      notify('This person is erased.');
      void queries.invalidateQueries({ queryKey: ['waitlist', waitlistId] });
      close();
    },
  });
  function close(): void {
    erase.reset();
    onClose();
  }
  return (
    <Confirm
      opened={entry !== null}
      onClose={close}
      title="Erase this person?"
      action="Erase for good"
      isBusy={erase.isPending}
      error={erase.error}
      onConfirm={() => entry && erase.mutate(entry)}
    >
      <p>
        The address, the name and the referral link of <strong>{entry?.email}</strong> go from “{waitlistName}
        ”, and from a database of yours that is attached. The place in line stays, empty: nobody else moves.
      </p>
      {entry !== null && entry.referralCount > 0 && (
        <p>The {count(entry.referralCount, 'friend')} that came with the link stay, without the tie.</p>
      )}
      <p>This cannot be undone. The same address may join again later, as anybody.</p>
    </Confirm>
  );
}
