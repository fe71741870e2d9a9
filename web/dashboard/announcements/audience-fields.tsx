import { ActionIcon, Button, Menu } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toProblem } from '../api/problem.ts';
import type { Waitlist } from '../api/queries.ts';
import { count } from '../components/format.ts';
import { Plus, Users, X } from '../design/icons.ts';
import {
  type ConditionId,
  conditionName,
  conditionsOf,
  offeredConditions,
  withCondition,
  withoutCondition,
} from './audience.ts';
import { ConditionField } from './condition-field.tsx';
import { type Audience, audienceQuery } from './queries.ts';

const TYPING_MS = 400;

interface AudienceFieldsProps {
  readonly waitlist: Waitlist;
  readonly audience: Audience;
  readonly onChange: (audience: Audience) => void;
  readonly error: ReactNode;
  /** `waiting`: those who can be invited. */
  readonly among?: keyof typeof WORDS;
}

const WORDS = {
  everybody: { legend: 'Who gets it', all: 'Everybody on the list' },
  waiting: { legend: 'Who is invited', all: 'Everyone waiting' },
};

/** An audience: everybody, or those who meet all conditions, with their number. */
export function AudienceFields({
  waitlist,
  audience,
  onChange,
  error,
  among = 'everybody',
}: AudienceFieldsProps) {
  const { questions } = waitlist;
  // One without a value yet is shown, too.
  const [added, setAdded] = useState<readonly ConditionId[]>(() => conditionsOf(audience));
  const shown = [...new Set([...added, ...conditionsOf(audience)])];
  const left = offeredConditions(questions).filter(
    id => !shown.includes(id) && (among === 'everybody' || id !== 'status'),
  );
  function add(id: ConditionId): void {
    setAdded([...shown, id]);
    onChange(withCondition(audience, id, questions));
  }
  function remove(id: ConditionId): void {
    setAdded(shown.filter(each => each !== id));
    onChange(withoutCondition(audience, id));
  }
  return (
    <fieldset className="audience">
      <legend className="field-label">{WORDS[among].legend}</legend>
      <AudienceCount waitlistId={waitlist.id} audience={audience} among={among} />
      {shown.length > 0 && (
        <ul className="conditions">
          {shown.map(id => (
            <li key={id}>
              <span className="condition-name">{conditionName(id, questions)}</span>
              <ConditionField id={id} waitlist={waitlist} audience={audience} onChange={onChange} />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${conditionName(id, questions)}`}
                onClick={() => remove(id)}
              >
                <X size={15} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && (
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button size="xs" variant="default" leftSection={<Plus size={14} aria-hidden />}>
              {shown.length === 0 ? 'Only some people' : 'Add a condition'}
            </Button>
          </Menu.Target>
          <Menu.Dropdown className="condition-menu">
            {left.map(id => (
              <Menu.Item key={id} onClick={() => add(id)}>
                {conditionName(id, questions)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {error && (
        <p role="alert" className="field-fault">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** How many people that are now. */
function AudienceCount({
  waitlistId,
  audience,
  among,
}: Pick<AudienceFieldsProps, 'audience'> & {
  readonly waitlistId: string;
  readonly among: keyof typeof WORDS;
}) {
  const [counted] = useDebouncedValue(audience, TYPING_MS);
  const query = useQuery(
    audienceQuery(waitlistId, among === 'waiting' ? { status: 'waiting', ...counted } : counted),
  );
  const isStale = counted !== audience || query.isPlaceholderData;
  return (
    <p role="status" className="audience-count" data-stale={isStale || undefined}>
      <Users size={16} aria-hidden />
      {query.isError && !isStale ? (
        <span className="fault">{countProblem(query.error)}</span>
      ) : (
        <span>
          <strong className="audience-number">
            {query.data ? count(query.data.total, 'person', 'people') : 'Counting…'}
          </strong>{' '}
          <span className="quiet">
            {conditionsOf(audience).length === 0 ? WORDS[among].all : 'Those who meet all of this'}
          </span>
        </span>
      )}
    </p>
  );
}

function countProblem(error: unknown): string {
  const { message, details } = toProblem(error);
  return details.length > 0 ? 'This can’t be counted. Remove the condition that is wrong.' : message;
}
