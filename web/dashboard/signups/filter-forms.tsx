import { Button, NumberInput, TextInput } from '@mantine/core';
import { type FormEvent, type ReactElement, useState } from 'react';
import { TIME_ZONE } from '../components/format.ts';
import { ANSWER_MAX, midnightOf, REFERRALS_MAX, type SignupsFilter } from './signups-place.ts';

function FilterForm({
  canApply,
  onApply,
  children,
}: {
  readonly canApply: boolean;
  readonly onApply: () => void;
  readonly children: ReactElement | readonly ReactElement[];
}) {
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (canApply) onApply();
  }
  return (
    <form className="filter-form" onSubmit={submit} noValidate>
      {children}
      <Button type="submit" size="xs" disabled={!canApply}>
        Apply
      </Button>
    </form>
  );
}

/** The first and the last day of joining; one is enough. */
export function DaysForm({
  since = '',
  until = '',
  onApply,
}: {
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly onApply: (filter: SignupsFilter) => void;
}) {
  const [first, setFirst] = useState(since);
  const [last, setLast] = useState(until);
  const isWrong = [first, last].some(day => day !== '' && !midnightOf(day));
  const isTurned = first !== '' && last !== '' && last < first;
  return (
    <FilterForm
      canApply={!isWrong && !isTurned && first + last !== ''}
      onApply={() => onApply({ since: first || undefined, until: last || undefined })}
    >
      <TextInput
        type="date"
        label="First day"
        data-autofocus
        value={first}
        onChange={event => setFirst(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label="Last day"
        value={last}
        error={isTurned && 'This is before the first day.'}
        onChange={event => setLast(event.currentTarget.value)}
      />
      <p className="quiet">{`Both days are included. Your time zone: ${TIME_ZONE}.`}</p>
    </FilterForm>
  );
}

export function ReferralsForm({
  minReferrals = 1,
  onApply,
}: {
  readonly minReferrals: number | undefined;
  readonly onApply: (filter: SignupsFilter) => void;
}) {
  const [least, setLeast] = useState<number | string>(minReferrals);
  return (
    <FilterForm
      canApply={typeof least === 'number' && least >= 1 && least <= REFERRALS_MAX}
      onApply={() => onApply({ minReferrals: Number(least) })}
    >
      <NumberInput
        label="At least this many"
        data-autofocus
        min={1}
        max={REFERRALS_MAX}
        allowDecimal={false}
        value={least}
        onChange={setLeast}
      />
    </FilterForm>
  );
}

export function TextForm({
  text = '',
  onApply,
}: {
  readonly text: string | undefined;
  readonly onApply: (text: string) => void;
}) {
  const [typed, setTyped] = useState(text);
  return (
    <FilterForm canApply={typed.trim() !== ''} onApply={() => onApply(typed.trim())}>
      <TextInput
        label="The whole answer"
        description="Capital letters matter."
        data-autofocus
        value={typed}
        maxLength={ANSWER_MAX}
        onChange={event => setTyped(event.currentTarget.value)}
      />
    </FilterForm>
  );
}
