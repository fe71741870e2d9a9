import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import {
  LIVE_POLL_MS,
  type Overview,
  overviewQuery,
  statisticsQuery,
  USUAL_DAYS,
  type Waitlist,
} from '../api/queries.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Lines, Loaded } from '../components/loaded.tsx';
import { Section } from '../components/section.tsx';
import { Bar, Loading } from '../components/skeletons.tsx';
import { AnswerCharts } from './answer-charts.tsx';
import { sumDays } from './conversion.ts';
import { FirstRun, useFirstSteps } from './first-run.tsx';
import { DayFigures, HourFigures, LeadFigure } from './signup-figures.tsx';
import { Sources } from './sources.tsx';
import { TopReferrers } from './top-referrers.tsx';
import { useWaitlist } from './waitlist-layout.tsx';

/** Loaded separately: charts are a third of all script and used only here. */
const SignupChart = lazy(() => import('./signup-chart.tsx'));

const HOURS = 'hours';
const SPANS = [
  { value: HOURS, label: '24 hours' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
];

export function OverviewScreen() {
  const waitlist = useWaitlist();
  return <OverviewOf key={waitlist.id} waitlist={waitlist} />;
}

/** Whether the last 24 hours are most of what there is. */
function isLaunchDay({ total, hours }: Overview): boolean {
  const lately = hours.reduce((sum, { signups }) => sum + signups, 0);
  return total > 0 && 2 * lately >= total;
}

function OverviewOf({ waitlist }: { readonly waitlist: Waitlist }) {
  const [chosen, setChosen] = useState<string>();
  const spanOf = (overview: Overview) => chosen ?? (isLaunchDay(overview) ? HOURS : String(USUAL_DAYS));
  const query = useQuery({
    ...overviewQuery(waitlist.id, Number(chosen) || USUAL_DAYS),
    refetchInterval: ({ state: { data } }) => data && spanOf(data) === HOURS && LIVE_POLL_MS,
  });
  const steps = useFirstSteps(waitlist.id);
  return (
    <Loaded query={query} skeleton={<OverviewSkeleton />}>
      {overview =>
        steps.isAsking ? (
          <OverviewSkeleton />
        ) : (
          <>
            <FirstRun waitlist={waitlist} total={overview.total} steps={steps} />
            <Signups overview={overview} span={spanOf(overview)} onSpan={setChosen} />
            <Sources waitlist={waitlist} sources={overview.sources} />
            {overview.total > 0 && <Answers waitlist={waitlist} />}
            <TopReferrers waitlist={waitlist} referrers={overview.topReferrers} />
          </>
        )
      }
    </Loaded>
  );
}

/** What people answered to questions that can be counted. */
function Answers({ waitlist }: { readonly waitlist: Waitlist }) {
  const enabled = waitlist.questions.some(({ type }) => type !== 'text');
  const query = useQuery({ ...statisticsQuery(waitlist.id), enabled });
  if (!enabled) return null;
  return (
    <Loaded query={query} skeleton={<AnswersSkeleton />}>
      {({ answers }) => <AnswerCharts waitlist={waitlist} answers={answers} />}
    </Loaded>
  );
}

const AnswersSkeleton = () => (
  <Section title="Answers">
    <Lines count={3} height={24} />
  </Section>
);

function Signups({
  overview,
  span,
  onSpan,
}: {
  readonly overview: Overview;
  readonly span: string;
  readonly onSpan: (span: string) => void;
}) {
  const isHourly = span === HOURS;
  if (overview.total === 0 && sumDays(overview.days).visits === 0)
    return (
      <Section>
        <EmptyState title="No signups yet">
          Open your page and join it to see what visitors see. Then share the link.
        </EmptyState>
      </Section>
    );
  return (
    <Section>
      <div className="overview-head">
        <LeadFigure overview={overview} isLive={isHourly} />
        <SegmentedControl size="xs" data={SPANS} value={span} onChange={onSpan} aria-label="Time range" />
      </div>
      {isHourly ? <HourFigures overview={overview} /> : <DayFigures overview={overview} />}
      <Suspense fallback={<div className="chart-space" />}>
        <SignupChart overview={overview} isHourly={isHourly} />
      </Suspense>
      <p className="quiet figures-note">
        <span>
          {isHourly
            ? 'Updates by itself. Today began at midnight UTC.'
            : `Compared with the ${overview.days.length} days before.`}
        </span>{' '}
        A visit is someone opening your page, or the page on your site that has the form. Reloads don’t count,
        and no cookies are set.
      </p>
    </Section>
  );
}

const OverviewSkeleton = () => (
  <Section>
    <Loading>
      <div className="skeleton-lines">
        <Bar width={70} />
        <Bar width={170} height={42} />
        <Bar width="55%" height={36} />
        <Skeleton height={220} radius="md" />
      </div>
    </Loading>
  </Section>
);
