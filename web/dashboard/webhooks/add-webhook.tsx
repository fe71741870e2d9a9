import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../api/client.ts';
import { EVENT_TYPES } from './events.ts';
import { NewSecret } from './new-secret.tsx';
import { webhooksQuery } from './queries.ts';
import { WebhookForm, type WebhookValues } from './webhook-form.tsx';

const NEW: WebhookValues = { url: '', events: [...EVENT_TYPES], format: 'standard' };

/** Adds a webhook and shows its secret once. */
export function AddWebhook({
  waitlistId,
  opened,
  onClose,
}: {
  readonly waitlistId: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Add a webhook"
      // The secret is shown only once: a click outside must not lose it.
      closeOnClickOutside={false}
    >
      <AddForm waitlistId={waitlistId} onClose={onClose} />
    </Modal>
  );
}

function AddForm({ waitlistId: id, onClose }: { readonly waitlistId: string; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: (values: WebhookValues) => call('create_webhook', { id, ...values }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: webhooksQuery(id).queryKey }),
  });
  if (create.data) {
    const { webhook, secret } = create.data;
    return (
      <NewSecret
        secret={secret}
        onDone={() => {
          onClose();
          void navigate({ to: '/waitlists/$id/webhooks/$webhookId', params: { id, webhookId: webhook.id } });
        }}
      />
    );
  }
  return (
    <WebhookForm
      initial={NEW}
      action="Add webhook"
      error={create.error}
      isBusy={create.isPending}
      onSubmit={(values, onError) => create.mutate(values, { onError })}
    />
  );
}
