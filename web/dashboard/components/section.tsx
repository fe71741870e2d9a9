import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** A card with an optional heading. */
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
  /** For irreversible actions. */
  readonly danger?: boolean;
  /** Without padding, for tables. */
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
      {children && <div className={flush ? 'section-flush' : 'section-body'}>{children}</div>}
    </section>
  );
}
