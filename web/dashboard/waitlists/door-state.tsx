import { Badge } from '@mantine/core';
import type { Waitlist } from '../api/queries.ts';
import { formatMoment } from '../components/format.ts';

/** Says that people cannot join a waitlist, and when they can. Nothing while they can. */
export function DoorState({ door, opensAt }: Pick<Waitlist, 'door' | 'opensAt'>) {
  if (door === 'open') return null;
  return (
    <Badge size="xs" color={door === 'not_yet' ? 'blue' : 'gray'} className="door-state">
      {stateText({ door, opensAt })}
    </Badge>
  );
}

export function stateText({ door, opensAt }: Pick<Waitlist, 'door' | 'opensAt'>): string {
  switch (door) {
    case 'open':
      return 'Open';
    case 'not_yet':
      return opensAt === null ? 'Not open yet' : `Opens ${formatMoment(opensAt)}`;
    case 'closed':
      return 'Closed';
    case 'full':
      return 'Full';
  }
}
