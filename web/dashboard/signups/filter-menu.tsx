import { ActionIcon, Button, createScopedKeydownHandler, FocusTrap, Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { LANGUAGES } from '../../../core/languages/language.ts';
import { type Statistics, statisticsQuery, type Waitlist } from '../api/queries.ts';
import { formatNumber } from '../components/format.ts';
import { Loaded } from '../components/loaded.tsx';
import { ArrowLeft, ListFilter } from '../design/icons.ts';
import { nameAnswer, nameLanguage, nameSource } from '../waitlists/facet-names.ts';
import type { Question } from './answer-columns.tsx';
import { DaysForm, ReferralsForm, TextForm } from './filter-forms.tsx';
import { withAnswer } from './filters.ts';
import type { SignupsFilter } from './signups-place.ts';

interface FilterMenuProps {
  readonly waitlist: Waitlist;
  readonly filter: SignupsFilter;
  readonly onFilter: (change: SignupsFilter) => void;
  readonly buttonRef: Ref<HTMLButtonElement>;
}

/** Adds a filter, or changes one: first what to filter by, then its value. */
export function FilterMenu({ waitlist, filter, onFilter, buttonRef }: FilterMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState<string | null>(null);
  const fields = [
    ...OWN_FIELDS,
    ...waitlist.questions.map(({ key, label }) => ({ value: `answers.${key}`, label })),
  ];

  function open(next: boolean): void {
    setOpen(next);
    if (next) setName(null);
  }

  return (
    <Popover
      opened={isOpen}
      onChange={open}
      position="bottom-start"
      shadow="md"
      withinPortal
      returnFocus
      width={300}
    >
      <Popover.Target>
        <Button
          ref={buttonRef}
          size="xs"
          variant="default"
          leftSection={<ListFilter size={14} aria-hidden />}
          onClick={() => open(!isOpen)}
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <FocusTrap key={name}>
          <div className="filter-step">
            {name === null ? (
              <Choices choices={fields} onChoose={setName} />
            ) : (
              <>
                <div className="filter-head">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label="Filter by something else"
                    onClick={() => setName(null)}
                  >
                    <ArrowLeft size={15} />
                  </ActionIcon>
                  <h3>{fields.find(({ value }) => value === name)?.label}</h3>
                </div>
                <FilterField
                  name={name}
                  waitlist={waitlist}
                  filter={filter}
                  onFilter={change => {
                    onFilter(change);
                    open(false);
                  }}
                />
              </>
            )}
          </div>
        </FocusTrap>
      </Popover.Dropdown>
    </Popover>
  );
}

const OWN_FIELDS = [
  { value: 'joined', label: 'Joined' },
  { value: 'source', label: 'Source' },
  { value: 'referrals', label: 'Referrals' },
  { value: 'language', label: 'Language' },
];

interface Choice {
  readonly value: string;
  readonly label: string;
  /** How many people on the list. */
  readonly people?: number | undefined;
}

function Choices({
  choices,
  chosen,
  onChoose,
}: {
  readonly choices: readonly Choice[];
  readonly chosen?: string | undefined;
  readonly onChoose: (value: string) => void;
}) {
  const onKeyDown = createScopedKeydownHandler({
    parentSelector: '.choices',
    siblingSelector: 'button',
    orientation: 'vertical',
  });
  return (
    <div className="choices">
      {choices.map(({ value, label, people }, index) => (
        <button
          key={value}
          type="button"
          className="choice"
          data-autofocus={chosen === value || (chosen === undefined && index === 0) || undefined}
          aria-current={chosen === value || undefined}
          onKeyDown={onKeyDown}
          onClick={() => onChoose(value)}
        >
          <bdi>{label}</bdi>
          {people !== undefined && <span className="quiet">{formatNumber(people)}</span>}
        </button>
      ))}
    </div>
  );
}

interface FilterFieldProps extends Omit<FilterMenuProps, 'buttonRef'> {
  readonly name: string;
}

/** Chooses the value of one filter. */
function FilterField({ name, waitlist, filter, onFilter }: FilterFieldProps) {
  switch (name) {
    case 'joined':
      return <DaysForm since={filter.since} until={filter.until} onApply={onFilter} />;
    case 'source':
      return <SourceField id={waitlist.id} source={filter.source} onFilter={onFilter} />;
    case 'referrals':
      return <ReferralsForm minReferrals={filter.minReferrals} onApply={onFilter} />;
    case 'language':
      return (
        <Choices
          choices={LANGUAGES.map(value => ({ value, label: nameLanguage(value) }))}
          chosen={filter.language}
          onChoose={language => onFilter({ language })}
        />
      );
    default: {
      const question = waitlist.questions.find(({ key }) => name === `answers.${key}`);
      return (
        question && (
          <AnswerField id={waitlist.id} question={question} answers={filter.answers} onFilter={onFilter} />
        )
      );
    }
  }
}

const toChoices = (sources: Statistics['sources']): Choice[] =>
  sources
    .filter(({ signups }) => signups > 0)
    .map(({ source, signups }) => ({ value: source, label: nameSource(source), people: signups }));

function SourceField({
  id,
  source,
  onFilter,
}: {
  readonly id: string;
  readonly source: string | undefined;
  readonly onFilter: FilterMenuProps['onFilter'];
}) {
  const query = useQuery(statisticsQuery(id));
  return (
    <Loaded query={query}>
      {({ sources }) => {
        const choices = toChoices(sources);
        if (choices.length === 0) return <p className="quiet">Nobody has joined yet.</p>;
        return <Choices choices={choices} chosen={source} onChoose={next => onFilter({ source: next })} />;
      }}
    </Loaded>
  );
}

function AnswerField({
  id,
  question,
  answers = {},
  onFilter,
}: {
  readonly id: string;
  readonly question: Question;
  readonly answers: SignupsFilter['answers'];
  readonly onFilter: FilterMenuProps['onFilter'];
}) {
  const { key, type, options = ['true', 'false'] } = question;
  const counts = useQuery(statisticsQuery(id)).data?.answers[key];
  const chosen = Object.hasOwn(answers, key) ? answers[key] : undefined;
  const choose = (answer: string) => onFilter(withAnswer(answers, key, answer));
  if (type === 'text') return <TextForm text={chosen} onApply={choose} />;
  return (
    <Choices
      choices={options.map(value => ({
        value,
        label: nameAnswer(question, value),
        people: counts?.[value],
      }))}
      chosen={chosen}
      onChoose={choose}
    />
  );
}
