import { Button, Checkbox, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ALL_SCOPES, SCOPES, type Scope } from '../../../core/kernel/scopes.ts';
import { call } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import { keysQuery } from '../api/queries.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { ShownOnce } from '../components/shown-once.tsx';

/** Creates a key with the selected scopes and shows it once. */
export function CreateKey({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="New API key"
      // A key is shown only once: a click outside must not lose it.
      closeOnClickOutside={false}
    >
      <CreateKeyForm onClose={onClose} />
    </Modal>
  );
}

function CreateKeyForm({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { name: '', scopes: [] as Scope[] },
    validate: {
      name: value => (value.trim() === '' ? 'Enter a name' : null),
      scopes: value => (value.length === 0 ? 'Select at least one permission' : null),
    },
  });
  const create = useMutation({
    mutationFn: ({ name, scopes }: typeof form.values) => call('create_key', { name: name.trim(), scopes }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: keysQuery.queryKey }),
    onError: error => form.setErrors(toProblem(error).fields()),
  });
  if (create.data)
    return (
      <ShownOnce
        noun="key"
        label="Your new key"
        secret={create.data.key}
        warning={{
          title: 'Copy your key now',
          text: 'You won’t be able to see it again. We store only a hash.',
        }}
        onDone={onClose}
      />
    );
  const hasAll = form.values.scopes.length === ALL_SCOPES.length;
  return (
    <form noValidate onSubmit={form.onSubmit(values => create.mutate(values))}>
      <Stack>
        <TextInput
          label="Name"
          description="Where you’ll use it, so you know which one to revoke."
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label="Permissions" {...form.getInputProps('scopes')}>
          <Stack gap={10} mt={8}>
            {ALL_SCOPES.map(scope => (
              <Checkbox key={scope} value={scope} label={SCOPES[scope]} description={scope} />
            ))}
          </Stack>
        </Checkbox.Group>
        <FormProblem form={form} error={create.error} />
        <div className="dialog-actions">
          <Button
            className="aside"
            variant="subtle"
            color="gray"
            onClick={() => form.setFieldValue('scopes', hasAll ? [] : [...ALL_SCOPES])}
          >
            {hasAll ? 'Clear all' : 'Select all'}
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create key
          </Button>
        </div>
      </Stack>
    </form>
  );
}
