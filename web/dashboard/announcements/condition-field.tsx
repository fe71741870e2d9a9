import { NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LANGUAGES } from '../../../core/languages/language.ts';
import { statisticsQuery, type Waitlist } from '../api/queries.ts';
import { TIME_ZONE } from '../components/format.ts';
import { STATUS_NAMES } from '../signups/status.tsx';
import { nameAnswer, nameLanguage, nameSource } from '../waitlists/facet-names.ts';
import {
  type ConditionId,
  changeAnswer,
  changeAudience,
  endOfDay,
  keyOf,
  startOfDay,
  toDay,
} from './audience.ts';
import type { Audience } from './queries.ts';

/** The API's limit. */
const REFERRALS_MAX = 2_147_483_647;

interface ConditionProps {
  readonly id: ConditionId;
  readonly waitlist: Waitlist;
  readonly audience: Audience;
  readonly onChange: (audience: Audience) => void;
}

/** The field of a condition. */
export function ConditionField({ id, waitlist, audience, onChange }: ConditionProps) {
  const change = (changes: Partial<Audience>) => onChange(changeAudience(audience, changes));
  switch (id) {
    case 'status':
      return (
        <Select
          aria-label="Status"
          allowDeselect={false}
          data={Object.entries(STATUS_NAMES).map(([value, label]) => ({ value, label }))}
          value={audience.status ?? null}
          onChange={status => change({ status: status as Audience['status'] })}
        />
      );
    case 'language':
      return (
        <Select
          aria-label="Language"
          allowDeselect={false}
          data={choicesOf(LANGUAGES, audience.language, nameLanguage)}
          value={audience.language ?? null}
          onChange={language => change({ language: language ?? undefined })}
        />
      );
    case 'source':
      return <SourceField id={id} waitlist={waitlist} audience={audience} onChange={onChange} />;
    case 'joined':
      return <DaysField audience={audience} onChange={change} />;
    case 'referrals':
      return (
        <NumberInput
          aria-label="Referrals"
          prefix="At least "
          min={1}
          max={REFERRALS_MAX}
          allowDecimal={false}
          allowNegative={false}
          value={audience.minReferrals ?? ''}
          onChange={least => change({ minReferrals: typeof least === 'number' ? least : undefined })}
        />
      );
    default:
      return <AnswerField id={id} waitlist={waitlist} audience={audience} onChange={onChange} />;
  }
}

/** The choices, and what was chosen otherwise, such as by an agent. */
function choicesOf(
  values: readonly string[],
  chosen: string | undefined,
  nameOf: (value: string) => string,
): { value: string; label: string }[] {
  const all = chosen === undefined || values.includes(chosen) ? values : [...values, chosen];
  return all.map(value => ({ value, label: nameOf(value) }));
}

function SourceField({ waitlist, audience, onChange }: ConditionProps) {
  const { data } = useQuery(statisticsQuery(waitlist.id));
  const sources = data?.sources.map(({ source }) => source) ?? [];
  return (
    <Select
      aria-label="Source"
      allowDeselect={false}
      searchable
      data={choicesOf(sources, audience.source, nameSource)}
      value={audience.source ?? null}
      onChange={source => onChange(changeAudience(audience, { source: source ?? undefined }))}
    />
  );
}

/** The first and the last day of joining; one is enough. */
function DaysField({
  audience: { joinedAfter, joinedBefore },
  onChange,
}: {
  readonly audience: Audience;
  readonly onChange: (changes: Partial<Audience>) => void;
}) {
  const [since, until] = [toDay(joinedAfter), toDay(joinedBefore)];
  return (
    <div className="condition-days">
      <TextInput
        type="date"
        label="First day"
        value={since}
        onChange={event => onChange({ joinedAfter: startOfDay(event.currentTarget.value) })}
      />
      <TextInput
        type="date"
        label="Last day"
        value={until}
        error={since !== '' && until !== '' && until < since && 'This is before the first day'}
        onChange={event => onChange({ joinedBefore: endOfDay(event.currentTarget.value) })}
      />
      <p className="quiet">{`Both days are included. Your time zone: ${TIME_ZONE}`}</p>
    </div>
  );
}

function AnswerField({ id, waitlist, audience, onChange }: ConditionProps) {
  const key = keyOf(id) ?? '';
  const answer = String(audience.answers?.[key] ?? '');
  const question = waitlist.questions.find(each => each.key === key);
  if (!question) return <p className="fault">This question was removed, so it finds nobody.</p>;
  const { type, label, options = ['true', 'false'] } = question;
  const choose = (value: string | null) => onChange(changeAnswer(audience, key, value ?? undefined));
  if (type === 'text')
    return (
      <TextInput
        aria-label={label}
        value={answer}
        maxLength={500}
        onChange={event => choose(event.currentTarget.value)}
      />
    );
  return (
    <Select
      aria-label={label}
      allowDeselect={false}
      data={choicesOf(options, answer, value => nameAnswer(question, value))}
      value={answer}
      onChange={choose}
    />
  );
}
