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
      size={680}
      // A key is shown only once: a click outside must not lose it.
      closeOnClickOutside={false}
    >
      <CreateKeyForm onClose={onClose} />
    </Modal>
  );
}

const PRESETS: readonly { readonly label: string; readonly scopes: readonly Scope[] }[] = [
  { label: 'Backend', scopes: ['waitlists:read', 'entries:read', 'invitations:write'] },
  { label: 'Read only', scopes: ALL_SCOPES.filter(scope => scope.endsWith(':read')) },
  { label: 'Everything', scopes: ALL_SCOPES },
];

/** Selects the permissions of a usual kind of key. */
function Presets({
  value,
  onChange,
}: {
  readonly value: readonly Scope[];
  readonly onChange: (scopes: Scope[]) => void;
}) {
  const isChosen = (scopes: readonly Scope[]) =>
    scopes.length === value.length && scopes.every(scope => value.includes(scope));
  return (
    <fieldset className="presets">
      <legend className="field-label">For</legend>
      {PRESETS.map(({ label, scopes }) => (
        <Button
          key={label}
          size="xs"
          variant={isChosen(scopes) ? 'light' : 'default'}
          aria-pressed={isChosen(scopes)}
          onClick={() => onChange([...scopes])}
        >
          {label}
        </Button>
      ))}
    </fieldset>
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
        <Presets value={form.values.scopes} onChange={scopes => form.setFieldValue('scopes', scopes)} />
        <Checkbox.Group label="Permissions" {...form.getInputProps('scopes')}>
          <div className="scope-list">
            {ALL_SCOPES.map(scope => (
              <Checkbox key={scope} value={scope} label={SCOPES[scope]} description={scope} />
            ))}
          </div>
        </Checkbox.Group>
        <FormProblem form={form} error={create.error} />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create key
          </Button>
        </div>
      </Stack>
    </form>
  );
}
