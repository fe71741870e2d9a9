import { Button, Checkbox, MultiSelect, Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Input } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import { type Entry, waitlistKey } from '../api/queries.ts';
import { notify } from '../components/notify.ts';
import { ProblemView } from '../components/problem-view.tsx';
import type { Question } from './answer-columns.tsx';

type Answer = Entry['answers'][string] | null;
type Changes = Pick<Input<'update_entry'>, 'name' | 'answers'>;

interface EditPersonProps {
  readonly waitlistId: string;
  readonly entry: Entry;
  readonly questions: readonly Question[];
  readonly onClose: () => void;
}

/** Changes a person's name and answers, also those that only the owner sets. */
export function EditPerson({ waitlistId, entry, questions, onClose }: EditPersonProps) {
  const queries = useQueryClient();
  const [name, setName] = useState(entry.name ?? '');
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({});
  const save = useMutation({
    mutationFn: (changes: Changes) => call('update_entry', { id: waitlistId, entryId: entry.id, ...changes }),
    async onSuccess() {
      notify('Saved.');
      await queries.invalidateQueries({ queryKey: waitlistKey(waitlistId) });
      onClose();
    },
  });
  const errors = save.error
    ? { ...toProblem(save.error).fields(), ...toProblem(save.error).inside('answers') }
    : {};
  return (
    <form
      className="edit-person"
      onSubmit={event => {
        event.preventDefault();
        // What was not changed stays as it is now.
        save.mutate({ ...(name !== (entry.name ?? '') && { name: name || null }), answers });
      }}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={100}
        error={errors.name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {questions.map(question => (
        <AnswerField
          key={question.key}
          question={question}
          answer={(question.key in answers ? answers[question.key] : entry.answers[question.key]) ?? null}
          error={errors[`answers.${question.key}`]}
          onChange={answer => setAnswers(last => ({ ...last, [question.key]: answer }))}
        />
      ))}
      {save.error && Object.keys(errors).length === 0 && <ProblemView error={save.error} />}
      <div className="edit-person-actions">
        <Button type="submit" size="xs" loading={save.isPending}>
          Save
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface AnswerFieldProps {
  readonly question: Question;
  readonly answer: Answer;
  readonly error: string | undefined;
  readonly onChange: (answer: Answer) => void;
}

function AnswerField({ question, answer, error, onChange }: AnswerFieldProps) {
  const { label, type, options = [] } = question;
  switch (type) {
    case 'text':
      return (
        <TextInput
          label={label}
          value={typeof answer === 'string' ? answer : ''}
          maxLength={500}
          error={error}
          onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
        />
      );
    case 'choice':
      return (
        <Select
          label={label}
          data={options}
          clearable
          value={typeof answer === 'string' ? answer : null}
          error={error}
          onChange={onChange}
        />
      );
    case 'choices':
      return (
        <MultiSelect
          label={label}
          data={options}
          clearable
          value={Array.isArray(answer) ? answer : []}
          error={error}
          onChange={chosen => onChange(chosen.length > 0 ? chosen : null)}
        />
      );
    case 'checkbox':
      return (
        <Checkbox
          label={label}
          checked={answer === true}
          error={error}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
  }
}
