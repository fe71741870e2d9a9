import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { type Person, waitlistKey } from '../api/queries.ts';
import { Confirm } from '../components/confirm.tsx';
import { notify } from '../components/notify.ts';

/** Withdraws the open invitation of one person after confirming. Shows nothing if there is none. */
export function WithdrawInvitation({
  waitlistId,
  person: { entry, invitation },
  isAsking,
  onAsk,
}: {
  readonly waitlistId: string;
  readonly person: Person;
  readonly isAsking: boolean;
  readonly onAsk: (isAsking: boolean) => void;
}) {
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: (batchId: string) =>
      call('withdraw_invitations', { id: waitlistId, batchId, entryId: entry.id }),
    onSuccess() {
      notify('Invitation withdrawn.');
      onAsk(false);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: waitlistKey(waitlistId) }),
  });
  if (invitation === null || entry.status !== 'invited') return null;
  return (
    <>
      <Button variant="default" color="red" onClick={() => onAsk(true)}>
        Withdraw invitation…
      </Button>
      <Confirm
        opened={isAsking}
        onClose={() => onAsk(false)}
        title="Withdraw this invitation?"
        action="Withdraw invitation"
        mutation={withdraw}
        onConfirm={() => withdraw.mutate(invitation.batchId)}
      >
        <p>
          <strong>
            <bdi>{entry.email}</bdi>
          </strong>{' '}
          <span>
            will wait again, at the same place in line. The code stops working, and we don’t email them about
            it.
          </span>
        </p>
      </Confirm>
    </>
  );
}
