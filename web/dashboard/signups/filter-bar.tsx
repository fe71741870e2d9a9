import { type ReactElement, useRef } from 'react';
import type { Waitlist } from '../api/queries.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { SearchField } from './search-field.tsx';
import type { SignupsFilter } from './signups-place.ts';
import { StatusFilter } from './status.tsx';

/** Chooses who is shown; the children are other tools. */
export function FilterBar({
  waitlist,
  filter,
  onFilter,
  onSearch,
  children,
}: {
  readonly waitlist: Waitlist;
  readonly filter: SignupsFilter;
  readonly onFilter: (change: SignupsFilter) => void;
  readonly onSearch: (q: string) => void;
  readonly children: ReactElement | false | readonly (ReactElement | false)[];
}) {
  const menuButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div className="filter-bar">
        {(waitlist.inviteUrl !== null || filter.status) && (
          <StatusFilter status={filter.status} onStatus={status => onFilter({ status })} />
        )}
        <SearchField value={filter.q ?? ''} onSearch={onSearch} />
        <FilterMenu waitlist={waitlist} filter={filter} onFilter={onFilter} buttonRef={menuButton} />
        {children}
      </div>
      <FilterChips
        filter={filter}
        questions={waitlist.questions}
        onFilter={change => {
          onFilter(change);
          // The button that had the focus goes away.
          menuButton.current?.focus();
        }}
      />
    </>
  );
}
