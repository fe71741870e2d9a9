import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type EventType, WEBHOOK_FORMATS } from '../../../core/webhooks/schemas.ts';
import { toProblem } from '../api/problem.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { EVENT_TYPES, EVENTS } from './events.ts';
import { FormatChoice } from './format-choice.tsx';
import { followUrl } from './formats.ts';
import type { Webhook } from './queries.ts';

export type WebhookValues = Pick<Webhook, 'url' | 'events' | 'format'>;

/** The URL, the format, and the events of a webhook. */
export function WebhookForm({
  initial,
  action,
  error,
  isBusy,
  onSubmit,
}: {
  readonly initial: WebhookValues;
  /** The verb on the button. */
  readonly action: string;
  readonly error: unknown;
  readonly isBusy: boolean;
  /** @param onError - shows errors at their fields */
  readonly onSubmit: (values: WebhookValues, onError: (error: unknown) => void) => void;
}) {
  const form = useForm<WebhookValues>({
    initialValues: initial,
    validate: {
      url: value => (value.trim() === '' ? 'Enter a URL' : null),
      events: value => (value.length === 0 ? 'Select at least one event' : null),
    },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ url, ...others }) =>
        onSubmit({ url: url.trim(), ...others }, thrown => form.setErrors(toProblem(thrown).fields())),
      )}
    >
      <Stack>
        <TextInput
          label="URL"
          placeholder="https://example.com/webhooks"
          type="url"
          inputMode="url"
          maxLength={2000}
          spellCheck={false}
          autoCapitalize="none"
          data-autofocus
          {...form.getInputProps('url')}
          onChange={({ currentTarget: { value } }) => {
            const { url, format } = form.values;
            form.setFieldValue('format', followUrl(url, value, format));
            form.setFieldValue('url', value);
          }}
        />
        <FormatChoice
          formats={WEBHOOK_FORMATS}
          value={form.values.format}
          onChange={format => form.setFieldValue('format', format)}
        />
        <Checkbox.Group
          label="Events"
          {...form.getInputProps('events')}
          // In the order of the list, however they were ticked.
          onChange={picked =>
            form.setFieldValue(
              'events',
              EVENT_TYPES.filter((type: EventType) => picked.includes(type)),
            )
          }
        >
          <Stack gap={10} mt={8}>
            {EVENT_TYPES.map(type => (
              <Checkbox key={type} value={type} label={EVENTS[type]} description={type} />
            ))}
          </Stack>
        </Checkbox.Group>
        <FormProblem form={form} error={error} />
        <div className="dialog-actions">
          <Button type="submit" loading={isBusy}>
            {action}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
