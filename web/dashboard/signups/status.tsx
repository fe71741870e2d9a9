import { Badge, SegmentedControl } from '@mantine/core';
import type { EntryStatus } from '../api/queries.ts';

export const STATUS_NAMES: Readonly<Record<EntryStatus, string>> = {
  waiting: 'Waiting',
  invited: 'Invited',
  accepted: 'Accepted',
};

const COLORS = { invited: 'yellow', accepted: 'teal' } as const;

/** Marks people who were let in. Most are waiting, which needs no mark. */
export const StatusMark = ({ status }: { readonly status: EntryStatus }) =>
  status === 'waiting' ? null : (
    <Badge size="sm" color={COLORS[status]}>
      {STATUS_NAMES[status]}
    </Badge>
  );

const EVERYONE = '';
const CHOICES = [{ value: EVERYONE, label: 'All' }].concat(
  Object.entries(STATUS_NAMES).map(([value, label]) => ({ value, label })),
);

/** Shows only people with a status. */
export const StatusFilter = ({
  status,
  onStatus,
}: {
  readonly status: EntryStatus | undefined;
  readonly onStatus: (status: EntryStatus | undefined) => void;
}) => (
  <SegmentedControl
    size="xs"
    aria-label="Status"
    data={CHOICES}
    value={status ?? EVERYONE}
    onChange={value => onStatus(value === EVERYONE ? undefined : (value as EntryStatus))}
  />
);
