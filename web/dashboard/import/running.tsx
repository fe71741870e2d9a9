import { Button, Progress as ProgressBar } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { count, formatNumber } from '../components/format.ts';
import { ProblemView } from '../components/problem-view.tsx';
import { Section } from '../components/section.tsx';
import { UnsavedGuard } from '../components/unsaved-guard.tsx';
import type { Refused } from './match-columns.ts';
import { RefusedRows } from './refused-rows.tsx';
import type { Progress, useImport } from './use-import.ts';

interface RunningProps {
  readonly waitlistId: string;
  readonly columns: readonly string[];
  readonly total: number;
  /** Rows that were not sent. */
  readonly unsent: readonly Refused[];
  readonly adding: ReturnType<typeof useImport> & { readonly progress: Progress };
}

const TITLES: Readonly<Record<Progress['state'], string>> = {
  running: 'Adding people…',
  stopped: 'Stopped',
  done: 'Done',
};

/** The progress of an import, and its results. */
export function Running({ waitlistId, columns, total, unsent, adding }: RunningProps) {
  const { progress, goOn, stop } = adding;
  const { state, sent, added, pending, already_joined: known, refused, error } = progress;
  const all = [...unsent, ...refused];
  return (
    <Section title={TITLES[state]}>
      <ProgressBar value={(100 * sent) / total} aria-label="Progress" />
      <p role="status" className="below">
        <span>{`${formatNumber(sent)} of ${count(total, 'row')} sent.`}</span>
      </p>
      <dl className="figures">
        <Figure name="Added" people={added} />
        {pending > 0 && <Figure name="Asked to confirm" people={pending} />}
        <Figure name="Already on the list" people={known} />
        <Figure name="Not added" people={all.length} />
      </dl>
      {error !== null && (
        <ProblemView error={error} title="The import stopped. The people added so far stay on the list." />
      )}
      {state !== 'running' && (
        <RefusedRows columns={columns} refused={all} title={`${count(all.length, 'row')} not added`} />
      )}
      <div className="import-actions">
        {state === 'running' && (
          <Button variant="default" onClick={stop}>
            Stop
          </Button>
        )}
        {state === 'stopped' && <Button onClick={goOn}>Go on</Button>}
        {state !== 'running' && (
          <Button
            variant={state === 'done' ? 'filled' : 'default'}
            component={Link}
            to={`/waitlists/${waitlistId}/signups`}
          >
            See signups
          </Button>
        )}
      </div>
      <UnsavedGuard when={state === 'running'} />
    </Section>
  );
}

const Figure = ({ name, people }: { readonly name: string; readonly people: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{formatNumber(people)}</dd>
  </div>
);
