import { SegmentedControl, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { type Overview, overviewQuery, USUAL_DAYS, type Waitlist } from '../api/queries.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { formatNumber, formatPercent } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { Section } from '../components/section.tsx';
import { conversion, sumDays } from './conversion.ts';
import { FirstRun, useFirstSteps } from './first-run.tsx';
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
  return <OverviewOf key={waitlist.id} waitlist={waitlist} />;
}

function OverviewOf({ waitlist }: { readonly waitlist: Waitlist }) {
  const { id, licensed, referralEnabled } = waitlist;
  const [days, setDays] = useState(String(USUAL_DAYS));
  const query = useQuery(overviewQuery(id, Number(days)));
  const steps = useFirstSteps(id);
  const skeleton = <Lines count={12} height={18} />;
  return (
    <Loaded query={query} skeleton={skeleton}>
      {overview =>
        steps.isAsking ? (
          skeleton
        ) : (
          <>
            <FirstRun waitlist={waitlist} total={overview.total} steps={steps} />
            <Signups overview={overview} days={days} onDays={setDays} />
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
              <Referrers id={id} referrers={overview.topReferrers} />
            </Section>
          </>
        )
      }
    </Loaded>
  );
}

function Signups({
  overview,
  days,
  onDays,
}: {
  readonly overview: Overview;
  readonly days: string;
  readonly onDays: (days: string) => void;
}) {
  const isEmpty = overview.total === 0 && sumDays(overview.days).visits === 0;
  return (
    <Section
      title="Signups"
      actions={
        !isEmpty && (
          <SegmentedControl size="xs" data={SPANS} value={days} onChange={onDays} aria-label="Time range" />
        )
      }
    >
      {isEmpty ? (
        <EmptyState title="No signups yet">
          Open your page and join it to see what visitors see. Then share the link.
        </EmptyState>
      ) : (
        <>
          <Figures overview={overview} days={Number(days)} />
          <Statuses overview={overview} />
          <Suspense fallback={<div className="chart-space" />}>
            <SignupChart days={overview.days} />
          </Suspense>
          <p className="quiet figures-note">
            Compared with the <span>{days}</span> days before. A visit is someone opening your page, or the
            page on your site that has the form. Reloads don’t count, and no cookies are set.
          </p>
        </>
      )}
    </Section>
  );
}

function Figures({ overview, days }: { readonly overview: Overview; readonly days: number }) {
  const now = sumDays(overview.days);
  const { before } = overview;
  const share = conversion(now);
  return (
    <dl className="figures">
      <Figure name="Total" value={formatNumber(overview.total)} />
      <Figure name="Today" value={formatNumber(overview.today)} />
      <Figure
        name={`Last ${days} days`}
        value={formatNumber(now.signups)}
        note={change(now.signups, before.signups)}
      />
      <Figure name="Visits" value={formatNumber(now.visits)} note={change(now.visits, before.visits)} />
      <Figure
        name="Conversion"
        value={share === null ? '–' : formatPercent(share)}
        note={formatConversion(conversion(before))}
      />
    </dl>
  );
}

/** How many wait, and how many were let in, once somebody was invited. */
function Statuses({ overview: { waiting, invited, accepted } }: { readonly overview: Overview }) {
  if (invited + accepted === 0) return null;
  return (
    <dl className="figures figures-small">
      <Figure name="Waiting" value={formatNumber(waiting)} />
      <Figure name="Invited" value={formatNumber(invited)} />
      <Figure name="Accepted" value={formatNumber(accepted)} />
    </dl>
  );
}

function Figure({
  name,
  value,
  note,
}: {
  readonly name: string;
  readonly value: string;
  readonly note?: string | undefined;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span>{value}</span>
        {note && <small>{note}</small>}
      </dd>
    </div>
  );
}

const change = (now: number, before: number): string =>
  now === before ? 'no change' : `${now > before ? '+' : '−'}${formatNumber(Math.abs(now - before))}`;

const formatConversion = (share: number | null): string | undefined =>
  share === null ? undefined : `${formatPercent(share)} before`;

function Referrers({ id, referrers }: { readonly id: string; readonly referrers: Overview['topReferrers'] }) {
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
                  <span className="quiet">{`Stored in your database (${referralCode})`}</span>
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
