import { ActionIcon, Checkbox, Menu, Table } from '@mantine/core';
import type { Entry, EntrySort } from '../api/queries.ts';
import { count, formatMoment, formatNumber } from '../components/format.ts';
import { notify } from '../components/notify.ts';
import { Copy, Ellipsis, UserX } from '../design/icons.ts';
import { formatAnswer, type Question } from './answer-columns.tsx';
import type { Picks } from './picks.ts';
import { StatusMark } from './status.tsx';

interface SortHeaderProps extends Pick<EntryTableProps, 'sort' | 'onSort'> {
  readonly by: EntrySort;
  readonly title: string;
  readonly className: string;
}

/** A column heading that sorts. Places go up from 1; friends and dates start with the most and the newest. */
function SortHeader({ sort, onSort, by, title, className }: SortHeaderProps) {
  const order = by === 'position' ? 'ascending' : 'descending';
  const isSorted = sort === by;
  return (
    <Table.Th className={className} aria-sort={isSorted ? order : undefined}>
      <button type="button" className="sort" onClick={() => onSort(by)}>
        <span>{title}</span>
        <span className="sort-mark" aria-hidden>
          {isSorted ? (order === 'ascending' ? '↑' : '↓') : ''}
        </span>
      </button>
    </Table.Th>
  );
}

interface EntryTableProps {
  readonly entries: readonly Entry[];
  /** Where referral links lead. */
  readonly joinUrl: string;
  readonly onErase: (entry: Entry) => void;
  readonly onOpen: (entryId: string) => void;
  readonly sort: EntrySort;
  readonly onSort: (sort: EntrySort) => void;
  /** Null: nobody can be invited. */
  readonly picks: Picks | null;
  /** Whose answers are shown, a column each. */
  readonly columns: readonly Question[];
  readonly isStale: boolean;
}

/** A page of signups. */
export function EntryTable(props: EntryTableProps) {
  const { entries, picks, columns, isStale } = props;
  const waiting = entries.filter(({ status }) => status === 'waiting').map(({ id }) => id);
  const picked = waiting.filter(id => picks?.has(id));
  const isAll = picked.length === waiting.length && picked.length > 0;
  return (
    <div className="table-frame" data-stale={isStale || undefined}>
      <Table className="table entries">
        <Table.Thead>
          <Table.Tr>
            {picks && (
              <Table.Th className="pick">
                <Checkbox
                  aria-label="Select everyone waiting on this page"
                  checked={isAll}
                  indeterminate={!isAll && picked.length > 0}
                  disabled={waiting.length === 0}
                  onChange={() => picks.set(waiting, !isAll)}
                />
              </Table.Th>
            )}
            <SortHeader {...props} by="position" className="figure place" title="Place" />
            <Table.Th>Person</Table.Th>
            {columns.map(({ key, label }) => (
              <Table.Th key={key} className="answer-cell" title={label}>
                {label}
              </Table.Th>
            ))}
            <SortHeader {...props} by="referrals" className="figure wide-only" title="Referrals" />
            <SortHeader {...props} by="joined" className="wide-only" title="Joined" />
            <Table.Th className="tools">
              <span className="unseen">Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map(entry => (
            <EntryRow key={entry.id} {...props} entry={entry} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function EntryRow({
  entry,
  joinUrl,
  onErase,
  onOpen,
  picks,
  columns,
}: Pick<EntryTableProps, 'joinUrl' | 'onErase' | 'onOpen' | 'picks' | 'columns'> & {
  readonly entry: Entry;
}) {
  async function copyLink({ referralCode }: Entry): Promise<void> {
    const link = `${joinUrl}?ref=${referralCode}`;
    await navigator.clipboard.writeText(link).then(
      () => notify('Referral link copied.'),
      () => notify(`Your browser blocked the clipboard. The link is ${link}`),
    );
  }
  return (
    <Table.Tr>
      {picks && (
        <Table.Td className="pick">
          {entry.status === 'waiting' && (
            <Checkbox
              aria-label={`Select ${entry.email}`}
              checked={picks.has(entry.id)}
              disabled={picks.isFull && !picks.has(entry.id)}
              onChange={event => picks.set([entry.id], event.currentTarget.checked)}
            />
          )}
        </Table.Td>
      )}
      <Table.Td className="figure place">{formatNumber(entry.position)}</Table.Td>
      <Table.Td className="cell-text">
        <div className="entry">
          <button type="button" className="row-title row-open" onClick={() => onOpen(entry.id)}>
            {entry.email}
          </button>
          <StatusMark status={entry.status} />
          {entry.name && <span className="entry-fact">{entry.name}</span>}
          {entry.referredBy && <span className="entry-fact">referred by a friend</span>}
          {entry.referralCount > 0 && (
            <span className="entry-fact narrow-only">{count(entry.referralCount, 'referral')}</span>
          )}
        </div>
      </Table.Td>
      {columns.map(({ key }) => (
        <Table.Td key={key} className="answer-cell" title={formatAnswer(entry.answers[key])}>
          <bdi>{formatAnswer(entry.answers[key])}</bdi>
        </Table.Td>
      ))}
      <Table.Td className="figure wide-only">
        {entry.referralCount > 0 ? formatNumber(entry.referralCount) : <span className="quiet">0</span>}
      </Table.Td>
      <Table.Td className="wide-only quiet moment">{formatMoment(entry.createdAt)}</Table.Td>
      <Table.Td className="tools">
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={26} aria-label={`Actions for ${entry.email}`}>
              <Ellipsis size={17} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Copy size={15} />} onClick={() => void copyLink(entry)}>
              Copy referral link
            </Menu.Item>
            <Menu.Item color="red" leftSection={<UserX size={15} />} onClick={() => onErase(entry)}>
              Erase personal data…
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Table.Td>
    </Table.Tr>
  );
}
