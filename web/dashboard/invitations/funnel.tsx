import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { count, formatAgo, formatNumber, formatPercent } from '../components/format.ts';
import { Section } from '../components/section.tsx';
import { Hourglass } from '../design/icons.ts';
import { expiresSoon, isOver } from './open-batch.ts';
import { BATCHES_ADDED_UP, type InvitationBatch, latestBatchesQuery } from './queries.ts';

const openOf = ({ invited, accepted }: InvitationBatch): number => invited - accepted;

const sum = (batches: readonly InvitationBatch[], of: (batch: InvitationBatch) => number): number =>
  batches.reduce((total, batch) => total + of(batch), 0);

/** How many invitations were sent, accepted, and lost. Shows nothing before the first. */
export function Funnel({ waitlistId }: { readonly waitlistId: string }) {
  const { data } = useQuery(latestBatchesQuery(waitlistId));
  const sent = sum(data?.batches ?? [], ({ invited, unsent }) => invited - unsent);
  if (!data || sent === 0) return null;
  const { batches, total } = data;
  const steps = [
    ['Sent', sent],
    ['Accepted', sum(batches, ({ accepted }) => accepted)],
    [
      'Still open',
      sum(
        batches.filter(batch => !isOver(batch)),
        openOf,
      ),
    ],
    ['Expired or withdrawn', sum(batches.filter(isOver), openOf)],
  ] as const;
  return (
    <Section
      title="Results"
      lead={`${total > BATCHES_ADDED_UP ? `The latest ${BATCHES_ADDED_UP} batches. ` : ''}Emails aren’t tracked, so we don’t know who opened one.`}
    >
      <dl className="funnel">
        {steps.map(([label, people]) => (
          <div key={label} style={{ '--share': people / sent } as CSSProperties}>
            <dt>{label}</dt>
            <dd>
              <strong>{formatNumber(people)}</strong>
              {label !== 'Sent' && <span className="quiet">{formatPercent(people / sent)}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <SoonExpiring batches={batches} />
    </Section>
  );
}

function SoonExpiring({ batches }: { readonly batches: readonly InvitationBatch[] }) {
  const soon = batches.filter(expiresSoon).sort((a, b) => a.expiresAt.localeCompare(b.expiresAt));
  const [first] = soon;
  if (!first) return null;
  return (
    <p className="funnel-soon">
      <Hourglass size={16} aria-hidden />
      <span>
        <strong>{count(sum(soon, openOf), 'invitation')}</strong>
        <span>{` ${sum(soon, openOf) === 1 ? 'expires' : 'expire'} within 3 days, the first ${formatAgo(first.expiresAt)}. Unused, their people wait again at the same places.`}</span>
      </span>
    </p>
  );
}
