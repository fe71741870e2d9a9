import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Search } from '../design/icons.ts';
import { Q_MAX } from './signups-place.ts';

const TYPING_MS = 350;

/** Searches as one types. Another `value` replaces what was typed. */
export function SearchField({
  value,
  onSearch,
}: {
  readonly value: string;
  readonly onSearch: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);
  const search = useDebouncedCallback((text: string) => {
    asked.current = text;
    onSearch(text);
  }, TYPING_MS);
  useEffect(() => {
    // Also when the answer to a search comes while somebody types on.
    if (value === asked.current) return;
    asked.current = value;
    setTyped(value);
  }, [value]);
  return (
    <TextInput
      type="search"
      size="xs"
      className="grow-search"
      aria-label="Search by email or name"
      placeholder="Search by email or name"
      leftSection={<Search size={14} />}
      value={typed}
      maxLength={Q_MAX}
      onChange={event => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
    />
  );
}
