import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { type InvitationBatch, waitlistKey } from '../api/queries.ts';
import { Confirm } from '../components/confirm.tsx';
import { count } from '../components/format.ts';
import { notify } from '../components/notify.ts';

interface WithdrawProps {
  readonly waitlistId: string;
  /** Null: closed. */
  readonly batch: InvitationBatch | null;
  readonly onClose: () => void;
}

/** Withdraws a batch after confirming. */
export function Withdraw({ waitlistId, batch, onClose }: WithdrawProps) {
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: ({ id }: InvitationBatch) => call('withdraw_invitations', { id: waitlistId, batchId: id }),
    onSuccess() {
      notify('Invitations withdrawn.');
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: waitlistKey(waitlistId) }),
  });
  const { invited = 0, accepted = 0, unsent = 0 } = batch ?? {};
  return (
    <Confirm
      opened={batch !== null}
      onClose={onClose}
      title="Withdraw these invitations?"
      action="Withdraw"
      mutation={withdraw}
      onConfirm={() => batch && withdraw.mutate(batch)}
    >
      <p>
        <strong>{count(invited - accepted, 'person', 'people')}</strong> will wait again, at the same places
        in line. Their codes stop working, and we don’t email them about it.
      </p>
      {unsent > 0 && <p>Emails that aren’t sent yet won’t be.</p>}
      {accepted > 0 && (
        <p>{`${count(accepted, 'person', 'people')} accepted already, and won’t be affected.`}</p>
      )}
    </Confirm>
  );
}
