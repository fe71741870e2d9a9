import { SegmentedControl, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { formatAgo, formatMoment, TIME_ZONE } from './format.ts';
import { fromLocalTime, toLocalTime } from './local-time.ts';

const DAY_MS = 24 * 3600_000;
/** The API's limit. */
const MOST_DAYS = 60;
const USUAL_HOUR = 9;

/** Tomorrow morning, as a field has it. */
function tomorrow(): string {
  const time = new Date(Date.now() + DAY_MS);
  time.setHours(USUAL_HOUR, 0, 0, 0);
  return toLocalTime(time.toISOString());
}

/** What is wrong with a time, or null. */
function checkTime(local: string): string | null {
  const at = Date.parse(local);
  if (Number.isNaN(at)) return 'Choose a day and a time';
  if (at <= Date.now()) return 'Choose a time in the future';
  return at > Date.now() + MOST_DAYS * DAY_MS ? `At most ${MOST_DAYS} days from now` : null;
}

/** Now, or a later time that is being chosen. */
export function useSendTime() {
  const [isLater, setLater] = useState(false);
  const [time, setTime] = useState(tomorrow);
  const fault = isLater ? checkTime(time) : null;
  /** Null: now. */
  const sendAt = isLater && fault === null ? fromLocalTime(time) : null;
  return { isLater, setLater, time, setTime, fault, sendAt };
}

/** Sends now or later. */
export function SendTime({
  isLater,
  setLater,
  time,
  setTime,
  sendAt,
  fault,
}: Omit<ReturnType<typeof useSendTime>, 'fault'> & { readonly fault: ReactNode }) {
  const labelId = useId();
  return (
    <div className="send-when">
      <div>
        <p id={labelId} className="field-label">
          When
        </p>
        <SegmentedControl
          aria-labelledby={labelId}
          value={isLater ? 'later' : 'now'}
          onChange={value => setLater(value === 'later')}
          data={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'Later' },
          ]}
        />
      </div>
      {isLater && (
        <TextInput
          type="datetime-local"
          label="Day and time"
          description={`Your time zone: ${TIME_ZONE}${sendAt === null ? '' : `. ${formatMoment(sendAt)}, ${formatAgo(sendAt)}`}`}
          value={time}
          error={fault}
          onChange={event => setTime(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
