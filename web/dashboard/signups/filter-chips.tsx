import { CloseButton } from '@mantine/core';
import type { Question } from './answer-columns.tsx';
import { activeFilters, NO_FILTERS } from './filters.ts';
import type { SignupsFilter } from './signups-place.ts';

/** The filters that are on, each with a button that removes it. */
export function FilterChips({
  filter,
  questions,
  onFilter,
}: {
  readonly filter: SignupsFilter;
  readonly questions: readonly Question[];
  readonly onFilter: (change: SignupsFilter) => void;
}) {
  const active = activeFilters(filter, questions);
  if (active.length === 0) return null;
  return (
    <div className="filter-chips">
      <ul aria-label="Filters">
        {active.map(({ name, label, value, off }) => (
          <li key={name} title={`${label}: ${value}`}>
            <bdi>{`${label}:`}</bdi>
            <bdi>{value}</bdi>
            <CloseButton
              size={22}
              iconSize={14}
              aria-label={`Remove ${label}: ${value}`}
              onClick={() => onFilter(off)}
            />
          </li>
        ))}
      </ul>
      {active.length > 1 && (
        <button type="button" className="link" onClick={() => onFilter(NO_FILTERS)}>
          Clear all
        </button>
      )}
    </div>
  );
}
