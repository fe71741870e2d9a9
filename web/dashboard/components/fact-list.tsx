import type { ReactNode } from 'react';

export type Fact = readonly [label: string, value: ReactNode];

/** Facts with their labels. Those that are null are left out. */
export function FactList({
  facts,
  className = 'facts',
}: {
  readonly facts: readonly Fact[];
  /** `person-facts`: in a drawer. */
  readonly className?: 'facts' | 'person-facts';
}) {
  return (
    <dl className={className}>
      {facts
        .filter(([, value]) => value !== null)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
