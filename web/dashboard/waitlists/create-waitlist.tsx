import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import { FormProblem } from '../components/form-problem.tsx';

/** Creates a waitlist from a name. Its page is live at once. */
export function CreateWaitlist({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Modal opened={opened} onClose={onClose} title="New waitlist">
      <CreateForm onClose={onClose} />
    </Modal>
  );
}

function CreateForm({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { name: '', description: '' },
    validate: { name: value => (value.trim() === '' ? 'Enter a name' : null) },
  });
  const create = useMutation({
    mutationFn: ({ name, description }: typeof form.values) =>
      call('create_waitlist', { name: name.trim(), description: description.trim() || undefined }),
    async onSuccess({ waitlist }) {
      void queries.invalidateQueries({ queryKey: ['waitlists'] });
      void queries.invalidateQueries({ queryKey: ['account'] });
      onClose();
      await navigate({ to: '/waitlists/$id', params: { id: waitlist.id } });
    },
    onError: error => form.setErrors(toProblem(error).fields()),
  });
  return (
    <form onSubmit={form.onSubmit(values => create.mutate(values))} noValidate>
      <Stack>
        <TextInput
          label="Name"
          description="What people are waiting for. It’s the heading of your page."
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Description"
          description="Optional. Your page doesn’t show it."
          maxLength={500}
          {...form.getInputProps('description')}
        />
        <FormProblem form={form} error={create.error} />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create waitlist
          </Button>
        </div>
      </Stack>
    </form>
  );
}
