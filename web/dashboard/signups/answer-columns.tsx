import { Button, Checkbox, Popover } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { Entry, Waitlist } from '../api/queries.ts';
import { Columns } from '../design/icons.ts';

export type Question = Waitlist['questions'][number];

/** An answer in a line. */
export function formatAnswer(answer: Entry['answers'][string] | undefined): string {
  if (answer === undefined) return '';
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  return typeof answer === 'string' ? answer : answer.join(', ');
}

/** The questions whose answers are shown as columns. This browser remembers them. */
export function useAnswerColumns({ id, questions }: Waitlist) {
  const [keys, setKeys] = useLocalStorage<readonly string[]>({
    key: `anteroom-columns-${id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  return {
    shown: questions.filter(({ key }) => keys.includes(key)),
    choose: setKeys,
  };
}

/** Chooses the columns. */
export function ColumnsMenu({
  questions,
  shown,
  onChange,
}: {
  readonly questions: readonly Question[];
  readonly shown: readonly Question[];
  readonly onChange: (keys: readonly string[]) => void;
}) {
  if (questions.length === 0) return null;
  return (
    <Popover position="bottom-end" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<Columns size={14} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="columns-menu">
        <Checkbox.Group
          label="Answers to show"
          value={shown.map(({ key }) => key)}
          onChange={keys => onChange(keys)}
        >
          {questions.map(({ key, label }) => (
            <Checkbox key={key} value={key} label={label} size="xs" mt={10} />
          ))}
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
