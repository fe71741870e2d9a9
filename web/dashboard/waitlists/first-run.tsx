import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { accountQuery, entriesQuery, type Waitlist } from '../api/queries.ts';
import { Section } from '../components/section.tsx';
import { Check } from '../design/icons.ts';
import { useFirstRunProgress } from './first-run-progress.ts';
import { usePageUrl } from './use-page-url.ts';

interface FirstRunProps {
  readonly waitlist: Waitlist;
  /** How many have joined. */
  readonly total: number;
  readonly steps: ReturnType<typeof useFirstSteps>;
}

/**
 * What the first steps depend on.
 * @returns `hasJoined`: whether the owner is on the list, undefined if that is not known; `isAsking`: what comes below the
 * steps should wait, or it would move
 */
export function useFirstSteps(id: string) {
  const [progress, note] = useFirstRunProgress(id);
  const { data: account } = useQuery(accountQuery);
  const email = account?.account.email ?? '';
  const own = useQuery({
    ...entriesQuery(id, { email }, 1),
    enabled: !progress.isDismissed && email !== '',
  });
  const hasJoined = own.data && own.data.total > 0;
  return { email, hasJoined, isAsking: own.isLoading, progress, note };
}

const isOwn = ({ design }: Waitlist): boolean =>
  design.template === 'custom' ||
  [design.brandColor, design.logoUrl, design.imageUrl, design.headline].some(value => value !== null);

/** First steps with a new waitlist, until all are done or dismissed. */
export function FirstRun({ waitlist, total, steps: { email, hasJoined, progress, note } }: FirstRunProps) {
  const { id } = waitlist;
  const url = usePageUrl(waitlist);
  if (progress.isDismissed || hasJoined === undefined) return null;

  const openPage = (label: string) => (
    <Button
      {...{ component: 'a' as const, href: url, target: '_blank', rel: 'noreferrer' }}
      size="xs"
      variant="default"
      onClick={() => note('isSeen')}
    >
      {label}
    </Button>
  );
  const steps = [
    {
      title: 'See it',
      text: 'Your page is live. Open it as visitors do.',
      isDone: progress.isSeen === true || total > 0,
      action: openPage('Open your page'),
    },
    {
      title: 'Make it yours',
      text: 'Add your color, your logo, and your words.',
      isDone: isOwn(waitlist),
      action: (
        <Button size="xs" variant="default" component={Link} to={`/waitlists/${id}/page`}>
          Design your page
        </Button>
      ),
    },
    {
      title: 'Read the email',
      text: `Join with ${email} to get the email that everyone gets.`,
      isDone: hasJoined,
      action: openPage('Join your waitlist'),
    },
    {
      title: 'Share it',
      text: 'Copy your link or its QR code, or put the form on your own site.',
      isDone: progress.isShared === true || total > (hasJoined ? 1 : 0),
      action: (
        <Button size="xs" variant="default" component={Link} to={`/waitlists/${id}/share`}>
          Share your page
        </Button>
      ),
    },
  ];
  return (
    <Steps steps={steps} isRunning={total > (hasJoined ? 1 : 0)} onDismiss={() => note('isDismissed')} />
  );
}

/** The steps, or only how many are done: `isRunning` folds them away, because people join. */
function Steps({
  steps,
  isRunning,
  onDismiss,
}: {
  readonly steps: readonly StepProps[];
  readonly isRunning: boolean;
  readonly onDismiss: () => void;
}) {
  const [isShown, shown] = useDisclosure();
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <Section
      title="First steps"
      lead={`${done} of ${steps.length} done`}
      actions={
        <>
          {isRunning && (
            <Button size="xs" variant="subtle" color="gray" aria-expanded={isShown} onClick={shown.toggle}>
              {isShown ? 'Hide steps' : 'Show steps'}
            </Button>
          )}
          <Button size="xs" variant="subtle" color="gray" onClick={onDismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      {(!isRunning || isShown) && (
        <ol className="steps">
          {steps.map(step => (
            <Step key={step.title} {...step} />
          ))}
        </ol>
      )}
    </Section>
  );
}

interface StepProps {
  readonly title: string;
  readonly text: string;
  readonly isDone: boolean;
  readonly action: ReactElement;
}

function Step({ title, text, isDone, action }: StepProps) {
  return (
    <li className="step" data-done={isDone || undefined}>
      <span className="step-mark">{isDone && <Check size={14} aria-hidden />}</span>
      <div className="grow">
        <p className="step-title">
          <span>{title}</span>
          {isDone && <span className="unseen"> (done)</span>}
        </p>
        <p className="quiet">{text}</p>
      </div>
      {action}
    </li>
  );
}
