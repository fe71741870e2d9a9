import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { waitlistKey } from '../api/queries.ts';
import { Confirm } from '../components/confirm.tsx';
import { count, formatMoment } from '../components/format.ts';
import { notify } from '../components/notify.ts';
import type { InvitationBatch } from './queries.ts';

interface WithdrawProps {
  readonly waitlistId: string;
  /** Null: closed. */
  readonly batch: InvitationBatch | null;
  readonly onClose: () => void;
}

/** Withdraws a batch, or cancels one that is scheduled, after confirming. */
export function Withdraw({ waitlistId, batch, onClose }: WithdrawProps) {
  const queries = useQueryClient();
  const isScheduled = batch?.state === 'scheduled';
  const withdraw = useMutation({
    mutationFn: ({ id }: InvitationBatch) => call('withdraw_invitations', { id: waitlistId, batchId: id }),
    onSuccess() {
      notify(isScheduled ? 'Invitations canceled.' : 'Invitations withdrawn.');
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: waitlistKey(waitlistId) }),
  });
  return (
    <Confirm
      opened={batch !== null}
      onClose={onClose}
      title={isScheduled ? 'Cancel these invitations?' : 'Withdraw these invitations?'}
      action={isScheduled ? 'Cancel invitations' : 'Withdraw'}
      {...(isScheduled && { dismiss: 'Keep' })}
      mutation={withdraw}
      onConfirm={() => batch && withdraw.mutate(batch)}
    >
      {batch && (isScheduled ? <WhatIsCanceled batch={batch} /> : <WhatIsWithdrawn batch={batch} />)}
    </Confirm>
  );
}

const WhatIsCanceled = ({ batch: { sendAt } }: { readonly batch: InvitationBatch }) => (
  <p>{`Nobody will be invited on ${formatMoment(sendAt ?? '')}. Everyone keeps their place in line.`}</p>
);

const WhatIsWithdrawn = ({ batch: { invited, accepted, unsent } }: { readonly batch: InvitationBatch }) => (
  <>
    <p>
      <strong>{count(invited - accepted, 'person', 'people')}</strong> will wait again, at the same places in
      line. Their codes stop working, and we don’t email them about it.
    </p>
    {unsent > 0 && <p>Emails that aren’t sent yet won’t be.</p>}
    {accepted > 0 && (
      <p>{`${count(accepted, 'person', 'people')} accepted already, and won’t be affected.`}</p>
    )}
  </>
);
