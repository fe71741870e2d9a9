import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import { sendersQuery } from '../api/queries.ts';
import { FormProblem } from '../components/form-problem.tsx';

/** Adds a sender. Its records are then on the screen. */
export function AddSender({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Add a sender">
      <AddSenderForm onClose={onClose} />
    </Modal>
  );
}

function AddSenderForm({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { email: '', name: '' },
    validate: {
      email: value => (value.trim() === '' ? 'Enter an address like hello@example.com' : null),
      name: value => (value.trim() === '' ? 'Enter a name' : null),
    },
  });
  const add = useMutation({
    mutationFn: ({ email, name }: typeof form.values) =>
      call('create_sender', { email: email.trim(), name: name.trim() }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: sendersQuery.queryKey });
      onClose();
    },
    onError: error => form.setErrors(toProblem(error).fields()),
  });
  return (
    <form noValidate onSubmit={form.onSubmit(values => add.mutate(values))}>
      <Stack>
        <TextInput
          label="Email"
          description="On a domain of yours, whose DNS you can change."
          type="email"
          placeholder="hello@example.com"
          maxLength={90}
          spellCheck={false}
          autoCapitalize="none"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <TextInput
          label="Name"
          description="People see it in their inbox, such as your product’s name."
          maxLength={60}
          {...form.getInputProps('name')}
        />
        <FormProblem form={form} error={add.error} />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            Add sender
          </Button>
        </div>
      </Stack>
    </form>
  );
}
