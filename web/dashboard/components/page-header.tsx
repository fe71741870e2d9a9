import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** A screen's heading and main actions. Sets the document title. */
export function PageHeader({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}) {
  useDocumentTitle(`${title} · Anteroom`);
  return (
    <header className="page-header">
      <div className="page-header-text">
        <Title order={1} className="page-title">
          {title}
        </Title>
        {lead && <p className="page-lead">{lead}</p>}
      </div>
      {children && <div className="page-actions">{children}</div>}
    </header>
  );
}
