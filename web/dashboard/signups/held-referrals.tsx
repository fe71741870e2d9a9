import { Button, Checkbox, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { HoldReason, SettledState } from '../../../core/referrals/schemas.ts';
import { call } from '../api/client.ts';
import { HELD_PER_PAGE, type HeldReferral, heldReferralsQuery, waitlistKey } from '../api/queries.ts';
import { count, formatMoment, formatNumber } from '../components/format.ts';
import { notify } from '../components/notify.ts';
import { ProblemView } from '../components/problem-view.tsx';
import { Section } from '../components/section.tsx';
import { CircleAlert } from '../design/icons.ts';

const REASONS: Readonly<Record<HoldReason, string>> = {
  same_mailbox: 'Same mailbox as the referrer, or as an earlier friend',
  disposable_domain: 'Disposable email address',
  same_network: 'Several friends from one network',
};

/** In place of an email. */
const GONE = 'someone you removed from your database';

const DONE: Readonly<Record<SettledState, string>> = { credited: 'counted', revoked: 'rejected' };

interface Settlement {
  readonly friends: readonly string[];
  readonly state: SettledState;
}

/** Referrals that look like cheating, to be settled one by one or together. Shows nothing if there are none. */
export function HeldReferrals({ waitlistId }: { readonly waitlistId: string }) {
  const queries = useQueryClient();
  const { data } = useQuery(heldReferralsQuery(waitlistId));
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const settle = useMutation({
    // In order: each may move people, and those that are done stay done if one fails.
    async mutationFn({ friends, state }: Settlement) {
      for (const entryId of friends) await call('settle_referral', { id: waitlistId, entryId, state });
    },
    onSuccess: (_, { friends, state }) => notify(`${count(friends.length, 'referral')} ${DONE[state]}.`),
    onSettled: () => queries.invalidateQueries({ queryKey: waitlistKey(waitlistId) }),
  });
  const [isOpen, opening] = useDisclosure();
  if (!data || data.total === 0) return null;
  if (!isOpen) return <HeldLine total={data.total} onReview={opening.open} />;
  const { referrals } = data;

  // Some may have been settled elsewhere since they were picked.
  const friends = referrals.map(({ entryId }) => entryId).filter(id => picked.has(id));
  const button = (state: SettledState, label: string) => (
    <Button
      size="xs"
      variant="default"
      disabled={friends.length === 0 || settle.isPending}
      loading={settle.isPending && settle.variables.state === state}
      onClick={() => settle.mutate({ friends, state })}
    >
      {friends.length > 0 ? `${label} (${formatNumber(friends.length)})` : label}
    </Button>
  );
  return (
    <Section
      title="Referrals to review"
      lead="These look like people inviting themselves. Until you count them, nobody moves up."
      actions={
        <>
          <Button size="xs" variant="subtle" color="gray" onClick={opening.close}>
            Hide
          </Button>
          {button('revoked', 'Reject')}
          {button('credited', 'Count')}
        </>
      }
      flush
    >
      {settle.isError && (
        <div className="section-body">
          <ProblemView error={settle.error} />
        </div>
      )}
      <div className="table-frame" data-stale={settle.isPending || undefined}>
        <HeldTable referrals={referrals} friends={friends} onPick={setPicked} />
      </div>
      {data.total > HELD_PER_PAGE && (
        <div className="section-foot">
          <span className="quiet">
            {`The newest ${HELD_PER_PAGE} of ${formatNumber(data.total)}. More appear as you settle these.`}
          </span>
        </div>
      )}
    </Section>
  );
}

/** Says how many there are, in one line above the signups. */
function HeldLine({ total, onReview }: { readonly total: number; readonly onReview: () => void }) {
  return (
    <section className="held-line" aria-label="Referrals to review">
      <CircleAlert size={16} aria-hidden />
      <p>
        <strong>{`${count(total, 'referral')} to review.`}</strong>{' '}
        <span>
          {`${total === 1 ? 'It looks like somebody' : 'They look like people'} inviting themselves, so nobody has moved up.`}
        </span>
      </p>
      <Button size="xs" variant="default" onClick={onReview}>
        Review
      </Button>
    </section>
  );
}

function HeldTable({
  referrals,
  friends,
  onPick,
}: {
  readonly referrals: readonly HeldReferral[];
  /** The friends that are picked. */
  readonly friends: readonly string[];
  readonly onPick: (picked: ReadonlySet<string>) => void;
}) {
  const isAll = friends.length === referrals.length;
  function pick(entryId: string, isPicked: boolean): void {
    const next = new Set(friends);
    if (isPicked) next.add(entryId);
    else next.delete(entryId);
    onPick(next);
  }
  return (
    <Table className="table">
      <Table.Thead>
        <Table.Tr>
          <Table.Th className="pick">
            <Checkbox
              aria-label="Select all"
              checked={isAll}
              indeterminate={!isAll && friends.length > 0}
              onChange={() => onPick(new Set(isAll ? [] : referrals.map(({ entryId }) => entryId)))}
            />
          </Table.Th>
          <Table.Th>Friend</Table.Th>
          <Table.Th className="wide-only">Why</Table.Th>
          <Table.Th className="wide-only">Joined</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {referrals.map(referral => (
          <HeldRow
            key={referral.entryId}
            referral={referral}
            isPicked={friends.includes(referral.entryId)}
            onPick={pick}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function HeldRow({
  referral: { entryId, email, referrerEmail, reasons, createdAt },
  isPicked,
  onPick,
}: {
  readonly referral: HeldReferral;
  readonly isPicked: boolean;
  readonly onPick: (entryId: string, isPicked: boolean) => void;
}) {
  const why = reasons.map(reason => REASONS[reason]).join(', ');
  const friend = email ?? GONE;
  return (
    <Table.Tr>
      <Table.Td className="pick">
        <Checkbox
          aria-label={`Select ${friend}`}
          checked={isPicked}
          onChange={event => onPick(entryId, event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td className="cell-text">
        <div className="row-title">{friend}</div>
        <div className="row-sub">
          <span>{`referred by ${referrerEmail ?? GONE}`}</span>
          <span className="narrow-only">{why}</span>
        </div>
      </Table.Td>
      <Table.Td className="wide-only why">{why}</Table.Td>
      <Table.Td className="wide-only quiet moment">{formatMoment(createdAt)}</Table.Td>
    </Table.Tr>
  );
}
