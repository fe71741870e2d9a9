import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { type ReactNode, useId, useMemo } from 'react';
import { WEEKDAYS as ALL_DAYS, type Weekday } from '../../../core/waitlists/weekdays.ts';
import { BROWSER_TIME_ZONE } from '../components/format.ts';
import { MOST_DAYS, MOST_INVITED, WHOLE } from '../components/whole-number.ts';
import { MOST_OPEN, type PlanForm } from './plan-form.ts';
import { WEEKDAYS } from './plan-words.ts';

/** How many people, and when. */
export function TimeFields({ form }: { readonly form: PlanForm }) {
  return (
    <>
      <NumberInput
        label="People per run"
        description="The first in line at that time."
        suffix={form.values.count === 1 ? ' person' : ' people'}
        thousandSeparator=","
        max={MOST_INVITED}
        w={280}
        {...WHOLE}
        {...form.getInputProps('count')}
      />
      <DaysField
        days={form.values.days}
        onChange={days => form.setFieldValue('days', days)}
        error={form.errors.days}
      />
      <div className="two">
        <TextInput type="time" label="Time" {...form.getInputProps('time')} />
        <TimeZoneField form={form} />
      </div>
    </>
  );
}

/** Seven toggles. */
function DaysField({
  days,
  onChange,
  error,
}: {
  readonly days: readonly Weekday[];
  readonly onChange: (days: readonly Weekday[]) => void;
  readonly error: ReactNode;
}) {
  const errorId = useId();
  return (
    <fieldset className="plan-days" aria-describedby={error ? errorId : undefined}>
      <legend className="field-label">Days</legend>
      <div>
        {ALL_DAYS.map(day => {
          const isOn = days.includes(day);
          return (
            <Button
              key={day}
              variant={isOn ? 'light' : 'default'}
              aria-pressed={isOn}
              title={WEEKDAYS[day]}
              onClick={() => onChange(ALL_DAYS.filter(each => (each === day ? !isOn : days.includes(each))))}
            >
              {WEEKDAYS[day].slice(0, 3)}
            </Button>
          );
        })}
      </div>
      {error && (
        <p id={errorId} role="alert" className="field-fault">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Browsers leave UTC out. */
const TIME_ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];
const ZONES_SHOWN = 100;

function TimeZoneField({ form }: { readonly form: PlanForm }) {
  const { timezone } = form.values;
  const zones = useMemo(
    // Few fit into the list. One that was chosen by the API may have another name here.
    () =>
      [...new Set([timezone, BROWSER_TIME_ZONE, ...TIME_ZONES])].map(value => ({
        value,
        label: value.replaceAll('_', ' '),
      })),
    [timezone],
  );
  return (
    <Select
      label="Time zone"
      searchable
      allowDeselect={false}
      limit={ZONES_SHOWN}
      nothingFoundMessage="No such time zone"
      data={zones}
      {...form.getInputProps('timezone')}
    />
  );
}

/** How long invitations last, and how many there may be. */
export function PeopleFields({ form }: { readonly form: PlanForm }) {
  const days = (typed: number | string) => (typed === 1 ? ' day' : ' days');
  return (
    <div className="plan-limits">
      <NumberInput
        label="Invitations expire after"
        suffix={days(form.values.expiresInDays)}
        max={MOST_DAYS}
        {...WHOLE}
        {...form.getInputProps('expiresInDays')}
      />
      <NumberInput
        label="Reminder after"
        placeholder="No reminder"
        suffix={days(form.values.remindAfterDays)}
        max={MOST_DAYS}
        {...WHOLE}
        {...form.getInputProps('remindAfterDays')}
      />
      <NumberInput
        label="Open at once, at most"
        placeholder="No limit"
        thousandSeparator=","
        max={MOST_OPEN}
        {...WHOLE}
        {...form.getInputProps('maxOpen')}
      />
    </div>
  );
}
