import { ActionIcon, Button, Menu, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call, type Input } from '../api/client.ts';
import { waitlistKey } from '../api/queries.ts';
import { Confirm } from '../components/confirm.tsx';
import { notify } from '../components/notify.ts';
import { Ellipsis, KeyRound, Pause, Trash } from '../design/icons.ts';
import { NewSecret } from './new-secret.tsx';
import { type Webhook, webhooksQuery } from './queries.ts';
import { WebhookForm } from './webhook-form.tsx';

interface DialogProps {
  readonly waitlistId: string;
  readonly webhook: Webhook;
  readonly opened: boolean;
  readonly onClose: () => void;
}

type Dialog = 'edit' | 'rotate' | 'disable' | 'delete';

/** The actions on a webhook, apart from testing it. */
export function WebhookMenu({
  waitlistId,
  webhook,
}: {
  readonly waitlistId: string;
  readonly webhook: Webhook;
}) {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const dialogProps = (which: Dialog): DialogProps => ({
    waitlistId,
    webhook,
    opened: dialog === which,
    onClose: () => setDialog(null),
  });
  return (
    <>
      <Button variant="default" onClick={() => setDialog('edit')}>
        Edit
      </Button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size="var(--control)" aria-label="More actions">
            <Ellipsis size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<KeyRound size={15} />} onClick={() => setDialog('rotate')}>
            Rotate secret…
          </Menu.Item>
          {webhook.state === 'active' && (
            <Menu.Item leftSection={<Pause size={15} />} onClick={() => setDialog('disable')}>
              Disable…
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<Trash size={15} />} onClick={() => setDialog('delete')}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <EditWebhook {...dialogProps('edit')} />
      <RotateSecret {...dialogProps('rotate')} />
      <DisableWebhook {...dialogProps('disable')} />
      <DeleteWebhook {...dialogProps('delete')} />
    </>
  );
}

/** Saves changes to a webhook and says so. */
function useUpdateWebhook({ waitlistId: id, webhook, onClose }: DialogProps, saved: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: Omit<Input<'update_webhook'>, 'id' | 'webhookId'>) =>
      call('update_webhook', { id, webhookId: webhook.id, ...changes }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: waitlistKey(id) });
      notify(saved);
      onClose();
    },
  });
}

function EditWebhook(props: DialogProps) {
  return (
    // A click outside must not lose what was typed.
    <Modal opened={props.opened} onClose={props.onClose} title="Edit webhook" closeOnClickOutside={false}>
      <EditForm {...props} />
    </Modal>
  );
}

function EditForm(props: DialogProps) {
  const { url, events, format } = props.webhook;
  const save = useUpdateWebhook(props, 'Saved.');
  return (
    <WebhookForm
      initial={{ url, events, format }}
      action="Save"
      error={save.error}
      isBusy={save.isPending}
      onSubmit={(values, onError) => save.mutate(values, { onError })}
    />
  );
}

function DisableWebhook(props: DialogProps) {
  const disable = useUpdateWebhook(props, 'Disabled.');
  return (
    <Confirm
      opened={props.opened}
      onClose={props.onClose}
      title="Disable this webhook?"
      action="Disable webhook"
      mutation={disable}
      onConfirm={() => disable.mutate({ state: 'disabled' })}
    >
      <p>
        What happens while it’s disabled is never sent to it. Pending deliveries fail; you can replay them
        later.
      </p>
    </Confirm>
  );
}

function RotateSecret({ waitlistId: id, webhook: { id: webhookId }, opened, onClose }: DialogProps) {
  const rotate = useMutation({ mutationFn: () => call('rotate_webhook_secret', { id, webhookId }) });
  function close(): void {
    onClose();
    rotate.reset();
  }
  return (
    <>
      <Confirm
        opened={opened && !rotate.data}
        onClose={close}
        title="Rotate the signing secret?"
        action="Rotate secret"
        mutation={rotate}
        onConfirm={rotate.mutate}
      >
        <p>
          You get a new secret. For 24 hours, events are signed with both, so that nothing breaks while you
          update your server. Then the old one stops working.
        </p>
      </Confirm>
      <Modal
        opened={rotate.data !== undefined}
        onClose={close}
        title="Your new secret"
        closeOnClickOutside={false}
      >
        <NewSecret secret={rotate.data?.secret ?? ''} onDone={close} />
      </Modal>
    </>
  );
}

function DeleteWebhook({ waitlistId: id, webhook: { id: webhookId, url }, opened, onClose }: DialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => call('delete_webhook', { id, webhookId }),
    async onSuccess() {
      onClose();
      notify('Webhook deleted.');
      await navigate({ to: '/waitlists/$id/webhooks', params: { id } });
      await queries.invalidateQueries({ queryKey: webhooksQuery(id).queryKey });
    },
  });
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title="Delete this webhook?"
      action="Delete webhook"
      mutation={remove}
      onConfirm={remove.mutate}
    >
      <p>
        We stop sending events to <strong>{url}</strong> at once, and delete the list of what was sent. You
        can’t undo this.
      </p>
    </Confirm>
  );
}
