import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { supportQuery, templatesQuery, waitlistNamesQuery } from '../api/queries.ts';
import { count } from '../components/format.ts';
import { Search } from '../design/icons.ts';
import { findItems, listItems, type SearchItem } from './search-items.ts';

/** The places to go to. Screens are found before the names have loaded, or if they can't be. */
function useItems(): SearchItem[] {
  const { data: waitlists } = useQuery(waitlistNamesQuery);
  const { data: templates } = useQuery(templatesQuery);
  const { data: supportEmail } = useQuery(supportQuery);
  const { id: openId } = useParams({ strict: false });
  return useMemo(
    () =>
      listItems({
        waitlists: waitlists?.waitlists ?? [],
        templates: templates?.templates ?? [],
        supportEmail,
        openId,
      }),
    [waitlists, templates, supportEmail, openId],
  );
}

/** Finds a screen, a waitlist, or a template by name, and goes there. */
export default function SearchBox({ onGo }: { readonly onGo: () => void }) {
  const items = useItems();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState(0);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const found = useMemo(() => findItems(items, query), [items, query]);
  const current = Math.min(selected, found.length - 1);

  // This may load after the dialog has looked for a field. Later, because the dialog first remembers what had the focus.
  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus());
    return () => clearTimeout(timer);
  }, []);

  function go({ to, isOutside }: SearchItem): void {
    onGo();
    if (isOutside) window.open(to, '_blank', 'noopener');
    else void navigate({ to });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const item = found[current];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setSelected((current + step + found.length) % found.length);
    } else if (event.key === 'Enter' && item) {
      event.preventDefault();
      go(item);
    }
  }

  return (
    <>
      <TextInput
        ref={input}
        data-autofocus
        role="combobox"
        aria-label="Search"
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-results`}
        {...(found.length > 0 && { 'aria-activedescendant': `${id}-${current}` })}
        placeholder="Waitlists, tabs, templates, settings"
        leftSection={<Search size={16} aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={({ currentTarget }) => {
          setQuery(currentTarget.value);
          setSelected(0);
        }}
        onKeyDown={onKeyDown}
      />
      <p className={found.length > 0 ? 'unseen' : 'quiet no-results'} role="status">
        {found.length > 0 ? count(found.length, 'result') : `Nothing found for “${query.trim()}”.`}
      </p>
      {found.length > 0 && (
        <Results id={id} found={found} current={current} onSelect={setSelected} onGo={go} />
      )}
    </>
  );
}

function Results({
  id,
  found,
  current,
  onSelect,
  onGo,
}: {
  readonly id: string;
  readonly found: readonly SearchItem[];
  readonly current: number;
  readonly onSelect: (index: number) => void;
  readonly onGo: (item: SearchItem) => void;
}) {
  const results = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another one is selected
  useEffect(() => {
    results.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div className="results" role="listbox" id={`${id}-results`} aria-label="Results" ref={results}>
      {found.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
        <div
          key={item.to}
          id={`${id}-${index}`}
          className="result"
          role="option"
          aria-selected={index === current}
          tabIndex={-1}
          onMouseMove={() => onSelect(index)}
          onClick={() => onGo(item)}
        >
          <span className="result-name">
            <span>{item.label}</span>
            {item.detail && <span className="quiet">{item.detail}</span>}
          </span>
          <span className="quiet">{item.kind}</span>
        </div>
      ))}
    </div>
  );
}
