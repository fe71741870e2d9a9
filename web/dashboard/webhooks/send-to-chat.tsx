import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { EventType, WebhookFormat } from '../../../core/webhooks/schemas.ts';
import { call } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { Send } from '../design/icons.ts';
import { FormatChoice } from './format-choice.tsx';
import { followUrl } from './formats.ts';
import { webhooksQuery } from './queries.ts';

/** What other people do. The owner knows whom they invite. */
const NEWS: readonly EventType[] = ['entry.joined', 'entry.accepted'];

interface ChatValues {
  readonly url: string;
  readonly format: WebhookFormat;
}

/** Adds a webhook for a channel of Slack or Discord, and sends a test to it. */
export function SendToChat({
  waitlistId,
  opened,
  onClose,
}: {
  readonly waitlistId: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Modal opened={opened} onClose={onClose} title="Send to Slack or Discord" closeOnClickOutside={false}>
      <ChatForm waitlistId={waitlistId} onClose={onClose} />
    </Modal>
  );
}

function ChatForm({
  waitlistId: id,
  onClose,
}: {
  readonly waitlistId: string;
  readonly onClose: () => void;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<ChatValues>({
    initialValues: { url: '', format: 'slack' },
    validate: { url: value => (value.trim() === '' ? 'Enter a URL' : null) },
  });
  const create = useMutation({
    async mutationFn({ url, format }: ChatValues) {
      const { webhook } = await call('create_webhook', { id, url: url.trim(), format, events: [...NEWS] });
      // The webhook is there, whatever becomes of the test: its screen has a button for another.
      const test = await call('test_webhook', { id, webhookId: webhook.id }).catch(() => null);
      return { webhookId: webhook.id, delivery: test?.delivery.id };
    },
    async onSuccess({ webhookId, delivery }) {
      await queries.invalidateQueries({ queryKey: webhooksQuery(id).queryKey });
      onClose();
      await navigate({
        to: '/waitlists/$id/webhooks/$webhookId',
        params: { id, webhookId },
        search: delivery === undefined ? {} : { delivery },
      });
    },
    onError: error => form.setErrors(toProblem(error).fields()),
  });
  const { url, format } = form.values;
  return (
    <form noValidate onSubmit={form.onSubmit(values => create.mutate(values))}>
      <Stack>
        <TextInput
          label="Webhook URL"
          description="In Slack, add the app Incoming Webhooks to a channel. In Discord, edit a channel and choose Integrations, Webhooks."
          placeholder="https://hooks.slack.com/services/…"
          type="url"
          inputMode="url"
          maxLength={2000}
          spellCheck={false}
          autoCapitalize="none"
          data-autofocus
          {...form.getInputProps('url')}
          onChange={({ currentTarget: { value } }) => {
            form.setFieldValue('format', followUrl(url, value, format));
            form.setFieldValue('url', value);
          }}
        />
        <FormatChoice
          formats={['slack', 'discord']}
          value={format}
          onChange={picked => form.setFieldValue('format', picked)}
        />
        <p className="quiet">
          You’ll hear when someone joins or accepts an invitation. You can pick other events later.
        </p>
        <FormProblem form={form} error={create.error} />
        <div className="dialog-actions">
          <Button type="submit" leftSection={<Send size={16} />} loading={create.isPending}>
            Add and send a test
          </Button>
        </div>
      </Stack>
    </form>
  );
}
