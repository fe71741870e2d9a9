import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** One matter of a screen, on a card of its own. */
export function Section({
  title,
  lead,
  actions,
  children,
  danger = false,
  flush = false,
}: {
  readonly title?: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
  /** For what cannot be undone. */
  readonly danger?: boolean;
  /** The content reaches the edges: a table. */
  readonly flush?: boolean;
}) {
  const id = useId();
  return (
    <section className="section" data-danger={danger || undefined} aria-labelledby={title ? id : undefined}>
      {title && (
        <div className="section-head">
          <div>
            <Title order={2} id={id} className="section-title">
              {title}
            </Title>
            {lead && <p className="section-lead">{lead}</p>}
          </div>
          {actions && <div className="section-actions">{actions}</div>}
        </div>
      )}
      <div className={flush ? 'section-flush' : 'section-body'}>{children}</div>
    </section>
  );
}
