import { SegmentedControl, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { type Statistics, statisticsQuery } from '../api/queries.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { formatNumber } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { Section } from '../components/section.tsx';
import { FirstRun } from './first-run.tsx';
import { useWaitlist } from './waitlist-layout.tsx';

/** Loaded separately: charts are a third of all script and used only here. */
const SignupChart = lazy(() => import('./signup-chart.tsx'));

const SPANS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
];

export function OverviewScreen() {
  const waitlist = useWaitlist();
  const { id, licensed, referralEnabled } = waitlist;
  const [days, setDays] = useState('30');
  const query = useQuery(statisticsQuery(id, Number(days)));
  return (
    <>
      {query.data && <FirstRun key={id} waitlist={waitlist} total={query.data.total} />}
      <Section
        title="Signups"
        actions={
          query.data?.total !== 0 && (
            <SegmentedControl
              size="xs"
              data={SPANS}
              value={days}
              onChange={setDays}
              aria-label="Time range"
            />
          )
        }
      >
        <Loaded query={query} skeleton={<Lines count={6} height={18} />}>
          {statistics =>
            statistics.total === 0 ? (
              <EmptyState title="No signups yet">
                Open your page and join it to see what visitors see. Then share the link.
              </EmptyState>
            ) : (
              <>
                <Figures statistics={statistics} days={Number(days)} />
                <Suspense fallback={<div className="chart-space" />}>
                  <SignupChart days={statistics.days} />
                </Suspense>
              </>
            )
          }
        </Loaded>
      </Section>
      <Section
        title="Top referrers"
        lead={
          referralEnabled
            ? 'People who referred the most friends.'
            : licensed
              ? 'People who referred the most friends. Turn on referrals in Settings to move them up the line.'
              : 'People who referred the most friends. With a license, referrals move them up the line.'
        }
        flush
      >
        <Loaded
          query={query}
          skeleton={
            <div className="section-body">
              <Lines />
            </div>
          }
        >
          {({ topReferrers }) => <Referrers id={id} referrers={topReferrers} />}
        </Loaded>
      </Section>
    </>
  );
}

function Figures({ statistics, days }: { readonly statistics: Statistics; readonly days: number }) {
  const span = statistics.days.reduce((sum, { signups }) => sum + signups, 0);
  return (
    <dl className="figures">
      <div>
        <dt>Total</dt>
        <dd>{formatNumber(statistics.total)}</dd>
      </div>
      <div>
        <dt>Today</dt>
        <dd>{formatNumber(statistics.today)}</dd>
      </div>
      <div>
        <dt>Last {days} days</dt>
        <dd>{formatNumber(span)}</dd>
      </div>
    </dl>
  );
}

function Referrers({
  id,
  referrers,
}: {
  readonly id: string;
  readonly referrers: Statistics['topReferrers'];
}) {
  if (referrers.length === 0)
    return <p className="section-body quiet">No referrals yet. Everyone who joins gets a link to share.</p>;
  return (
    <div className="table-frame">
      <Table className="table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Person</Table.Th>
            <Table.Th className="figure">Referrals</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {referrers.map(({ entryId, email, referralCode, referrals }) => (
            <Table.Tr key={entryId}>
              <Table.Td className="cell-text">
                {email === null ? (
                  <span className="quiet">Stored in your database ({referralCode})</span>
                ) : (
                  <Link
                    to="/waitlists/$id/signups"
                    params={{ id }}
                    search={{ q: email }}
                    className="row-plain"
                  >
                    {email}
                  </Link>
                )}
              </Table.Td>
              <Table.Td className="figure">{formatNumber(referrals)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
