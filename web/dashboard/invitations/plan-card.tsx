import { Badge, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { conditionsOf, describeAudience } from '../announcements/audience.ts';
import { pollDue } from '../api/poll-due.ts';
import { overviewQuery, type Waitlist, waitlistKey, waitlistQuery } from '../api/queries.ts';
import { count, formatAgo, formatNumber } from '../components/format.ts';
import { ProblemView } from '../components/problem-view.tsx';
import { Section } from '../components/section.tsx';
import { Pause, Play, Send } from '../design/icons.ts';
import { useSaveWaitlist } from '../waitlists/use-save.ts';
import { NextRuns } from './next-runs.tsx';
import { describePlan, runDay } from './plan-words.ts';
import type { Plan } from './queries.ts';
import { RunNow } from './run-now.tsx';

interface PlanCardProps {
  readonly waitlist: Waitlist;
  readonly plan: Plan;
  readonly title: string;
  readonly onEdit: () => void;
}

/** A plan in words, its next runs, and what one can do with it. */
export function PlanCard({ waitlist, plan, title, onEdit }: PlanCardProps) {
  const { id, questions } = waitlist;
  const [isAsking, asking] = useDisclosure();
  const { paused, nextRunAt } = plan;
  const turn = useSaveWaitlist(id, paused ? 'The plan is running again.' : 'The plan is paused.');
  useFollowRuns(id, nextRunAt);
  return (
    <Section
      title={title}
      actions={
        <>
          <Button variant="default" leftSection={<Send size={16} aria-hidden />} onClick={asking.open}>
            Run now…
          </Button>
          <Button
            variant={paused ? 'filled' : 'default'}
            leftSection={paused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
            loading={turn.isPending}
            onClick={() => turn.mutate({ invitationPlan: { ...plan, paused: !paused } })}
          >
            {paused ? 'Resume' : 'Pause'}
          </Button>
          <Button variant="default" onClick={onEdit}>
            Edit
          </Button>
        </>
      }
    >
      {turn.isError && <ProblemView error={turn.error} />}
      <div className="plan" data-paused={paused || undefined}>
        <div className="plan-words">
          <p className="plan-sentence">{describePlan(plan)}</p>
          <NextRun plan={plan} />
          <PlanFacts id={id} plan={plan} questions={questions} />
        </div>
        <NextRuns waitlistId={id} times={plan} title={paused ? 'If you resume now' : 'Next runs'} />
      </div>
      <RunNow opened={isAsking} waitlistId={id} plan={plan} onClose={asking.close} />
    </Section>
  );
}

function NextRun({ plan: { nextRunAt, timezone } }: { readonly plan: Plan }) {
  if (nextRunAt === null)
    return (
      <p className="plan-next">
        <Badge color="yellow">Paused</Badge>
        <span>Nobody is invited until you resume it.</span>
      </p>
    );
  return (
    <p className="plan-next">
      <span>
        Next run: <strong>{runDay(nextRunAt, timezone)}</strong>
      </span>
      <span className="quiet">{formatAgo(nextRunAt)}</span>
    </p>
  );
}

/** What else the plan says. */
function PlanFacts({
  id,
  plan: { audience = {}, expiresInDays, remindAfterDays, maxOpen },
  questions,
}: Pick<Waitlist, 'id' | 'questions'> & { readonly plan: Plan }) {
  const { data } = useQuery(overviewQuery(id));
  const reminder =
    remindAfterDays === null
      ? ''
      : ` People who haven’t used them get a reminder after ${days(remindAfterDays)}.`;
  return (
    <ul className="plan-facts">
      <li>{`Invitations expire after ${days(expiresInDays)}.${reminder}`}</li>
      {conditionsOf(audience).length > 0 && (
        <li>
          <span>Conditions: </span>
          <bdi>{describeAudience(audience, questions)}</bdi>
        </li>
      )}
      {maxOpen !== null && (
        <li>
          {`At most ${formatNumber(maxOpen)} invitations are open at once${data ? `; now ${formatNumber(data.invited)}` : ''}.`}
        </li>
      )}
    </ul>
  );
}

const days = (value: number): string => count(value, 'day');

/** Shows what a run did that is due while the screen is open. */
function useFollowRuns(id: string, nextRunAt: string | null): void {
  const queries = useQueryClient();
  useQuery({
    ...waitlistQuery(id),
    refetchInterval: ({ state: { data } }) => pollDue([data?.invitationPlan?.nextRunAt ?? null]),
  });
  const known = useRef(nextRunAt);
  useEffect(() => {
    if (known.current !== nextRunAt) void queries.invalidateQueries({ queryKey: waitlistKey(id) });
    known.current = nextRunAt;
  }, [id, nextRunAt, queries]);
}
