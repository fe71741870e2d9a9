import type { ReactElement, ReactNode } from 'react';
import { Rooms } from './mark.tsx';

/** Fills an empty screen: what belongs here and what to do first. */
export function EmptyState({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactElement | false;
}) {
  return (
    <div className="empty">
      <Rooms />
      <h2 className="empty-title">{title}</h2>
      <p className="empty-text">{children}</p>
      {action}
    </div>
  );
}
