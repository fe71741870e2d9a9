import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { type Entry, waitlistKey } from '../api/queries.ts';
import { Confirm } from '../components/confirm.tsx';
import { count } from '../components/format.ts';
import { notify } from '../components/notify.ts';

/** Erases one person's data after confirming. */
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
    mutationFn: ({ id }: Entry) => call('erase_entry', { id: waitlistId, entryId: id }),
    onSuccess() {
      notify('Personal data erased.');
      void queries.invalidateQueries({ queryKey: waitlistKey(waitlistId) });
      onClose();
    },
  });
  return (
    <Confirm
      opened={entry !== null}
      onClose={onClose}
      title="Erase this person’s data?"
      action="Erase data"
      mutation={erase}
      onConfirm={() => entry && erase.mutate(entry)}
    >
      <p>
        This erases the email, name, and referral link of <strong>{entry?.email}</strong> from{' '}
        <span>{`“${waitlistName}”`}</span> and from your own database if one is connected. Nobody else’s place
        in line changes.
      </p>
      {entry !== null && entry.referralCount > 0 && (
        <p>
          {`The ${count(entry.referralCount, 'friend')} they referred stay on the list, no longer linked to them.`}
        </p>
      )}
      <p>You can’t undo this. The same address can join again later.</p>
    </Confirm>
  );
}
