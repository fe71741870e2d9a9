import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TemplateName } from '../../../core/page-code/design.ts';
import { call } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import { accountQuery, waitlistsKey } from '../api/queries.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { TemplatePicker } from '../page-editor/template-picker.tsx';
import { SlugField, slugFrom } from './slug-field.tsx';

/** Creates a waitlist from a name, its address, a tagline, and a template. Its page is live at once. */
export function CreateWaitlist({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Modal opened={opened} onClose={onClose} title="New waitlist" size="lg">
      <CreateForm onClose={onClose} />
    </Modal>
  );
}

function CreateForm({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { name: '', slug: '', tagline: '', template: 'door' as TemplateName },
    validate: { name: value => (value.trim() === '' ? 'Enter a name' : null) },
  });
  const create = useMutation({
    mutationFn: ({ name, slug, tagline, template }: typeof form.values) =>
      call('create_waitlist', {
        name: name.trim(),
        ...(slug !== '' && { slug }),
        design: { tagline: tagline.trim() || null, template },
      }),
    async onSuccess({ waitlist }) {
      void queries.invalidateQueries({ queryKey: waitlistsKey });
      void queries.invalidateQueries({ queryKey: accountQuery.queryKey });
      onClose();
      await navigate({ to: '/waitlists/$id/page', params: { id: waitlist.id } });
    },
    onError: error => form.setErrors(toProblem(error).fields('design')),
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
          onChange={({ currentTarget: { value } }) => {
            form.setFieldValue('name', value);
            // Until somebody chooses another, the address follows the name.
            if (form.values.slug === slugFrom(form.values.name)) form.setFieldValue('slug', slugFrom(value));
          }}
        />
        <SlugField
          value={form.values.slug}
          error={form.errors.slug as string | undefined}
          onChange={slug => form.setFieldValue('slug', slug)}
        />
        <TextInput
          label="Tagline"
          description="Optional. What it is, in a sentence."
          placeholder="The bike that takes you to the moon"
          maxLength={200}
          {...form.getInputProps('tagline')}
        />
        <TemplatePicker
          value={form.values.template}
          onChange={template => form.setFieldValue('template', template)}
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
