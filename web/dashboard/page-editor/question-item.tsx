import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Button, Checkbox, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { type Asked, hasOptions, type QuestionType } from '../../../core/questions/question.ts';
import { ChevronDown, GripVertical, Trash } from '../design/icons.ts';
import type { QuestionDraft } from './question-draft.ts';

const TYPES: readonly { readonly value: QuestionType; readonly label: string }[] = [
  { value: 'choice', label: 'Choose one' },
  { value: 'choices', label: 'Choose several' },
  { value: 'text', label: 'Text' },
  { value: 'checkbox', label: 'Checkbox' },
];

const TIMES: readonly { readonly value: Asked; readonly label: string; readonly about: string }[] = [
  {
    value: 'after',
    label: 'After joining',
    about: 'Nobody is kept from joining: each field on the form makes some people leave.',
  },
  { value: 'form', label: 'On the form', about: 'Before they join, beside the email.' },
  { value: 'never', label: 'Never', about: 'Only you set it, as a tag or a score. Visitors don’t see it.' },
];

interface QuestionItemProps {
  readonly question: QuestionDraft;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onEdit: (part: Partial<QuestionDraft>) => void;
  readonly onRemove: () => void;
  readonly errors: Readonly<Record<string, string>>;
}

/** A question in the list, which opens to be edited. */
export function QuestionItem(props: QuestionItemProps) {
  const { question, isOpen, onToggle, errors } = props;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: question.id });
  const name = question.label.trim() === '' ? 'New question' : question.label;
  const type = TYPES.find(({ value }) => value === question.type)?.label;
  const time = TIMES.find(({ value }) => value === question.ask)?.label;
  return (
    <li
      ref={setNodeRef}
      className="question"
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className="question-head">
        <ActionIcon
          ref={setActivatorNodeRef}
          variant="subtle"
          color="gray"
          className="question-grip"
          {...attributes}
          {...listeners}
          aria-label={`Move “${name}”`}
        >
          <GripVertical size={16} />
        </ActionIcon>
        <button type="button" className="question-open" aria-expanded={isOpen} onClick={onToggle}>
          <span className="question-name">{name}</span>
          <span className="quiet">{`${type} · ${time}${question.required && question.ask === 'form' ? ' · required' : ''}`}</span>
          {!isOpen && Object.keys(errors).length > 0 && <span className="field-fault">Needs a change</span>}
        </button>
        <ChevronDown size={16} aria-hidden className="question-chevron" />
      </div>
      {isOpen && <QuestionFields {...props} />}
    </li>
  );
}

function QuestionFields({ question, onEdit, onRemove, errors }: QuestionItemProps) {
  return (
    <div className="question-fields">
      <TextInput
        label="Question"
        placeholder="What will you use it for?"
        value={question.label}
        maxLength={120}
        error={errors.label ?? errors.key}
        onChange={({ currentTarget }) => onEdit({ label: currentTarget.value })}
      />
      <Select
        label="Answer"
        data={[...TYPES]}
        value={question.type}
        allowDeselect={false}
        error={errors.type}
        onChange={type => onEdit({ type: type as QuestionType })}
      />
      {hasOptions(question) && (
        <Textarea
          label="Options, one a line"
          autosize
          minRows={3}
          value={question.options.join('\n')}
          error={errors.options}
          onChange={({ currentTarget }) => onEdit({ options: currentTarget.value.split('\n') })}
        />
      )}
      <div>
        <p className="field-label" id={`ask-${question.id}`}>
          When to ask
        </p>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby={`ask-${question.id}`}
          value={question.ask}
          onChange={ask => onEdit({ ask: ask as Asked })}
          data={TIMES.map(({ value, label }) => ({ value, label }))}
        />
        <p className="quiet below">
          <span>{TIMES.find(({ value }) => value === question.ask)?.about}</span>
        </p>
      </div>
      {question.ask === 'form' && (
        <Checkbox
          label={question.type === 'checkbox' ? 'Must be ticked to join' : 'Must be answered to join'}
          checked={question.required}
          onChange={({ currentTarget }) => onEdit({ required: currentTarget.checked })}
        />
      )}
      <div className="question-foot">
        <span className="quiet">
          In the API and exports: <code>{question.key}</code>
        </span>
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          leftSection={<Trash size={14} aria-hidden />}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
    </div>
  );
}
