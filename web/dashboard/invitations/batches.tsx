import { Badge, Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { count, formatAgo, formatDay, formatMoment, formatNumber } from '../components/format.ts';
import { Loaded } from '../components/loaded.tsx';
import { Pager } from '../components/pager.tsx';
import { Section } from '../components/section.tsx';
import { expiresSoon, isOver } from './open-batch.ts';
import { BATCHES_PER_PAGE, batchesQuery, type InvitationBatch } from './queries.ts';
import { Withdraw } from './withdraw.tsx';

/** The batches of invitations, newest first. Shows nothing if there are none. */
export function Batches({ waitlistId }: { readonly waitlistId: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(batchesQuery(waitlistId, page));
  const [withdrawn, setWithdrawn] = useState<InvitationBatch | null>(null);
  if (query.isPending || query.data?.total === 0) return null;
  return (
    <Section title="Invitations" flush>
      <Loaded query={query}>
        {({ batches, total }) => (
          <>
            <div className="table-frame" data-stale={query.isPlaceholderData || undefined}>
              <Table className="table">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Date</Table.Th>
                    <Table.Th className="figure wide-only">Invited</Table.Th>
                    <Table.Th className="figure wide-only">Accepted</Table.Th>
                    <Table.Th className="wide-only">Expires</Table.Th>
                    <Table.Th className="tools">
                      <span className="unseen">Withdraw</span>
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {batches.map(batch => (
                    <BatchRow key={batch.id} batch={batch} onWithdraw={setWithdrawn} />
                  ))}
                </Table.Tbody>
              </Table>
            </div>
            <Pager
              page={page}
              perPage={BATCHES_PER_PAGE}
              total={total}
              onPage={setPage}
              shown={count(total, 'batch', 'batches')}
            />
          </>
        )}
      </Loaded>
      <Withdraw waitlistId={waitlistId} batch={withdrawn} onClose={() => setWithdrawn(null)} />
    </Section>
  );
}

function BatchRow({
  batch,
  onWithdraw,
}: {
  readonly batch: InvitationBatch;
  readonly onWithdraw: (batch: InvitationBatch) => void;
}) {
  const { state, invited, accepted, planned, sendAt, createdAt } = batch;
  const moment = formatMoment(sendAt ?? createdAt);
  const isScheduled = state === 'scheduled';
  return (
    <Table.Tr>
      <Table.Td className="cell-text">
        <div className="row-title">{moment}</div>
        <div className="row-sub">
          <BatchState batch={batch} />
          {planned && <Badge {...QUIET}>By plan</Badge>}
          {!isScheduled && (
            <span className="narrow-only">
              {`${formatNumber(invited)} invited, ${formatNumber(accepted)} accepted`}
            </span>
          )}
          <span className="narrow-only">
            <Expiry batch={batch} verb="expires " />
          </span>
        </div>
      </Table.Td>
      <Table.Td className="figure wide-only">
        {isScheduled ? <span className="quiet">–</span> : formatNumber(invited)}
      </Table.Td>
      <Table.Td className="figure wide-only">
        {accepted > 0 ? formatNumber(accepted) : <span className="quiet">{isScheduled ? '–' : '0'}</span>}
      </Table.Td>
      <Table.Td className="wide-only quiet day">
        <Expiry batch={batch} />
      </Table.Td>
      <Table.Td className="tools">
        {(isScheduled || (!isOver(batch) && accepted < invited)) && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={`${isScheduled ? 'Cancel' : 'Withdraw'} invitations of ${moment}`}
            onClick={() => onWithdraw(batch)}
          >
            {isScheduled ? 'Cancel…' : 'Withdraw…'}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** The day, or how soon while people can still lose their invitation. */
function Expiry({ batch, verb = '' }: { readonly batch: InvitationBatch; readonly verb?: string }) {
  const { expiresAt } = batch;
  if (!expiresSoon(batch)) return `${verb}${formatDay(expiresAt)}`;
  return (
    <Badge size="sm" color="yellow" title={formatMoment(expiresAt)}>
      {`${verb}${formatAgo(expiresAt)}`}
    </Badge>
  );
}

function BatchState({ batch }: { readonly batch: InvitationBatch }) {
  const { state, invited, unsent, sendAt } = batch;
  if (state === 'scheduled')
    return (
      <Badge size="sm" color="yellow">
        {`Scheduled, ${formatAgo(sendAt ?? '')}`}
      </Badge>
    );
  if (state === 'withdrawn')
    return <Badge {...QUIET}>{sendAt !== null && invited === 0 ? 'Canceled' : 'Withdrawn'}</Badge>;
  if (invited === 0) return <Badge {...QUIET}>Nobody to invite</Badge>;
  if (isOver(batch)) return <Badge {...QUIET}>Expired</Badge>;
  if (state === 'sent') return <span>Sent</span>;
  const progress = `${formatNumber(invited - unsent)} of ${formatNumber(invited)} sent`;
  return (
    <>
      <progress className="progress" max={invited} value={invited - unsent} aria-label="Emails sent" />
      <span>{progress}</span>
    </>
  );
}

const QUIET = { size: 'sm', color: 'gray' } as const;
