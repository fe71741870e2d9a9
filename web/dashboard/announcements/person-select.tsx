import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { CircleUser } from '../design/icons.ts';
import { peopleQuery } from './queries.ts';

const TYPING_MS = 350;
const SAMPLE = { value: '', label: 'Ada, a sample' };

/** Chooses a person of the list, found by email or name. Null: nobody in particular. */
export function PersonSelect({
  waitlistId,
  value,
  onChange,
}: {
  readonly waitlistId: string;
  readonly value: string | null;
  readonly onChange: (entryId: string | null) => void;
}) {
  const [chosen, setChosen] = useState(SAMPLE);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [q] = useDebouncedValue(typed === chosen.label ? '' : typed.trim(), TYPING_MS);
  const query = useQuery({ ...peopleQuery(waitlistId, q), enabled: isOpen });
  const people = (query.data?.entries ?? []).map(({ id, name, email }) => ({
    value: id,
    label: name === null ? email : `${name}, ${email}`,
  }));
  const isFound = (id: string) => people.some(({ value: found }) => found === id);
  const choices = [SAMPLE, ...(isFound(chosen.value) ? [] : [chosen]), ...people];
  return (
    <Select
      leftSection={<CircleUser size={15} aria-hidden />}
      className="grow"
      aria-label="Preview as"
      placeholder="Search by email or name"
      searchable
      allowDeselect={false}
      data={choices.filter(
        (each, nth) => choices.findIndex(({ value: same }) => same === each.value) === nth,
      )}
      // The service searches. What is chosen stays among the choices.
      filter={({ options }) =>
        q === '' ? options : options.filter(each => 'value' in each && isFound(each.value))
      }
      nothingFoundMessage="Nobody found"
      error={query.isError && toProblem(query.error).message}
      value={value ?? SAMPLE.value}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onChange={(id, option) => {
        setChosen({ value: id ?? SAMPLE.value, label: option?.label ?? SAMPLE.label });
        onChange(id || null);
      }}
    />
  );
}
