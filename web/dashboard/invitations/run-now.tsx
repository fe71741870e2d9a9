import { Button, Modal, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callOnce, newIdempotencyKey } from '../api/client.ts';
import { waitlistKey } from '../api/queries.ts';
import { count, formatNumber } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { notify } from '../components/notify.ts';
import { ProblemView } from '../components/problem-view.tsx';
import { Send } from '../design/icons.ts';
import { type Plan, runNowQuery } from './queries.ts';

interface RunNowProps {
  readonly waitlistId: string;
  readonly plan: Plan;
  readonly onClose: () => void;
}

/** Asks before a plan runs at once: how many people get an email. */
export const RunNow = ({ opened, ...props }: RunNowProps & { readonly opened: boolean }) => (
  <Modal opened={opened} onClose={props.onClose} title="Run the plan now?">
    <Question {...props} />
  </Modal>
);

function Question({ waitlistId, plan, onClose }: RunNowProps) {
  const found = useQuery(runNowQuery(waitlistId, plan));
  const queries = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const run = useMutation({
    mutationFn: () => callOnce(idempotencyKey, 'run_plan', { id: waitlistId }),
    onSuccess({ batch }) {
      notify(
        batch === null
          ? 'There was nobody to invite.'
          : `Inviting ${count(batch.invited, 'person', 'people')}.`,
      );
      onClose();
    },
    // Also after an error: it may have run, if only the answer was lost.
    onSettled: () => queries.invalidateQueries({ queryKey: waitlistKey(waitlistId) }),
  });
  return (
    <Loaded query={found} skeleton={<Lines count={3} height={16} />}>
      {({ people, isFull }) => (
        <Stack>
          <div className="confirm-text">
            {people > 0 ? (
              <p>
                <strong>{count(people, 'person', 'people')}</strong>{' '}
                <span>
                  {`${people === 1 ? 'gets' : 'get'} an email with an invitation now. The planned runs stay as they are.`}
                </span>
              </p>
            ) : (
              <p>{isFull ? fullText(plan) : 'Nobody to invite: nobody this plan can email is waiting.'}</p>
            )}
          </div>
          {run.isError && <ProblemView error={run.error} />}
          <div className="dialog-actions">
            <Button variant="default" onClick={onClose}>
              {people > 0 ? 'Cancel' : 'Close'}
            </Button>
            {people > 0 && (
              <Button
                leftSection={<Send size={16} aria-hidden />}
                loading={run.isPending}
                onClick={() => run.mutate()}
              >
                {`Invite ${count(people, 'person', 'people')}`}
              </Button>
            )}
          </div>
        </Stack>
      )}
    </Loaded>
  );
}

const fullText = ({ maxOpen }: Plan): string =>
  `Nobody to invite: ${formatNumber(maxOpen ?? 0)} invitations or more are open, and the plan allows no more.`;
