import { Button, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import {
  START_SUBJECT,
  startSimpleEmail,
  writeSimpleEmail,
} from '../../../core/email-templates/simple-email.ts';
import { call, type Input } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import {
  type EmailTemplate,
  type TemplateFormat,
  templatesQuery,
  waitlistNamesQuery,
  waitlistQuery,
} from '../api/queries.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { notify } from '../components/notify.ts';
import { ProblemView } from '../components/problem-view.tsx';
import { Section } from '../components/section.tsx';
import { UnsavedGuard } from '../components/unsaved-guard.tsx';
import { Send } from '../design/icons.ts';
import { sharedNames } from '../waitlists/shared-names.ts';
import { DeleteTemplate } from './delete-template.tsx';
import { EmailPreview } from './email-preview.tsx';
import { HeldNotice } from './held-notice.tsx';
import { TemplateContent } from './template-content.tsx';

const TYPING_MS = 600;

interface TemplateEditorProps {
  /** Null for a new template, which starts as the default email. */
  readonly template: EmailTemplate | null;
  /** The waitlist that a new template is for. */
  readonly waitlistId?: string | undefined;
  readonly format: TemplateFormat;
  /** When a new account's templates start to be sent. */
  readonly sentFrom: string | undefined;
}

const useTemplateForm = (template: EmailTemplate | null, waitlistId: string | undefined) =>
  useForm({
    initialValues: {
      name: template?.name ?? '',
      // Null until it is edited: it follows the look of the waitlist that it is for.
      subject: template?.subject ?? null,
      html: template?.html ?? null,
      waitlistIds: template?.waitlistIds ?? (waitlistId === undefined ? [] : [waitlistId]),
    },
    validate: { name: value => (value.trim() === '' ? 'Enter a name' : null) },
  });

const NO_WAITLIST = {
  design: { brandColor: null, logoUrl: null },
  referralEnabled: false,
  referralBoost: 1,
};

interface Saved {
  readonly template: EmailTemplate | null;
  readonly form: ReturnType<typeof useTemplateForm>;
  readonly subject: string;
  readonly html: string;
  /** A new template opens its own screen. */
  readonly onLeave: () => void;
}

function useSaveTemplate({ template, form, subject, html, onLeave }: Saved, onSaved: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn(values: typeof form.values) {
      const fields = { ...values, subject, html, name: values.name.trim() };
      return template
        ? call('update_email_template', { id: template.id, ...fields })
        : call('create_email_template', fields);
    },
    async onSuccess({ template: saved }) {
      onSaved();
      form.resetDirty();
      await queries.invalidateQueries({ queryKey: templatesQuery.queryKey });
      if (template) return;
      onLeave();
      await navigate({ to: '/templates/$id', params: { id: saved.id }, ignoreBlocker: true });
    },
    onError: error => form.setErrors(toProblem(error).fields()),
  });
}

const useTestEmail = (email: Input<'send_test_email'>) =>
  useMutation({
    mutationFn: () => call('send_test_email', email),
    onSuccess: ({ sentTo }) => notify(`Test email sent to ${sentTo}.`),
  });

/** The document that a new template starts as: the default email in the look of the waitlist that it is for. */
function useStart(waitlistId: string | undefined): string {
  const { data } = useQuery({
    ...waitlistQuery(waitlistId ?? ''),
    enabled: waitlistId !== undefined,
    placeholderData: keepPreviousData,
  });
  const waitlist = waitlistId === undefined ? undefined : data;
  return useMemo(() => writeSimpleEmail(startSimpleEmail(waitlist ?? NO_WAITLIST)), [waitlist]);
}

function toChoices(
  waitlists: readonly { readonly id: string; readonly name: string; readonly slug: string }[],
) {
  const shared = sharedNames(waitlists);
  return waitlists.map(({ id, name, slug }) => ({
    value: id,
    label: shared.has(name) ? `${name} (${slug})` : name,
  }));
}

/** A template's fields next to a live preview. */
export function TemplateEditor({ template, waitlistId, format, sentFrom }: TemplateEditorProps) {
  const waitlists = useQuery(waitlistNamesQuery);
  const [isLeaving, setLeaving] = useState(false);
  const form = useTemplateForm(template, waitlistId);
  const { waitlistIds } = form.values;
  const start = useStart(waitlistIds[0]);
  const subject = form.values.subject ?? START_SUBJECT;
  const document = form.values.html ?? start;
  const [previewed] = useDebouncedValue({ subject, html: document }, TYPING_MS);

  const save = useSaveTemplate(
    { template, form, subject, html: document, onLeave: () => setLeaving(true) },
    () => notify(sentFrom === undefined ? 'Saved. New signups will get this email.' : 'Saved.'),
  );
  const test = useTestEmail({ subject, html: document, waitlistId: waitlistIds[0] });

  return (
    <>
      <HeldNotice sentFrom={sentFrom} />
      <form noValidate onSubmit={form.onSubmit(values => save.mutate(values))}>
        <Section
          title="Email"
          actions={
            <>
              <TestButton test={test} />
              <Button type="submit" loading={save.isPending} disabled={template !== null && !form.isDirty()}>
                {template ? 'Save' : 'Create template'}
              </Button>
            </>
          }
        >
          <Stack>
            {test.isError && <ProblemView error={test.error} title="Couldn’t send the test email" />}
            <FormProblem form={form} error={save.error} />
            <div className="two">
              <TextInput
                label="Name"
                description="Only visible to you"
                maxLength={100}
                {...form.getInputProps('name')}
              />
              <MultiSelect
                label="Used by"
                description="Replaces that waitlist’s current template"
                data={toChoices(waitlists.data?.waitlists ?? [])}
                placeholder={waitlistIds.length === 0 ? 'No waitlist' : ''}
                searchable
                {...form.getInputProps('waitlistIds')}
              />
            </div>
            <TextInput label="Subject" maxLength={200} {...form.getInputProps('subject')} value={subject} />
            <TemplateContent
              value={document}
              start={start}
              onChange={value =>
                form.setFieldValue('html', template === null && value === start ? null : value)
              }
              format={format}
              preview={<EmailPreview {...previewed} waitlistId={waitlistIds[0]} />}
            />
            {form.errors.html && (
              <p role="alert" className="field-fault">
                {form.errors.html}
              </p>
            )}
          </Stack>
        </Section>
      </form>
      {template && <DeleteTemplate template={template} onDeleted={() => setLeaving(true)} />}
      <UnsavedGuard when={form.isDirty() && !isLeaving} />
    </>
  );
}

function TestButton({ test }: { readonly test: ReturnType<typeof useTestEmail> }) {
  return (
    <Button
      variant="default"
      leftSection={<Send size={16} />}
      loading={test.isPending}
      onClick={() => test.mutate()}
    >
      Send test email
    </Button>
  );
}
