import { Button, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { TemplateKind } from '../../../core/email/template-kinds.ts';
import { writeStartEmail } from '../../../core/email-templates/start-email.ts';
import type { Language } from '../../../core/languages/language.ts';
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
import { ENGLISH_WORDS, startWordsQuery } from './email-texts.ts';
import { HeldNotice } from './held-notice.tsx';
import { KindFields, OtherKind } from './kind-fields.tsx';
import { TemplateContent } from './template-content.tsx';

const TYPING_MS = 600;

interface TemplateEditorProps {
  /** Null for a new template, which starts as the default email. */
  readonly template: EmailTemplate | null;
  /** What a new template is for. */
  readonly purpose?: Purpose;
  readonly format: TemplateFormat;
  /** When a new account's templates start to be sent. */
  readonly sentFrom: string | undefined;
}

/** What a new template is for. */
export interface Purpose {
  readonly waitlistId?: string | undefined;
  readonly kind?: TemplateKind | undefined;
  readonly language?: Language | undefined;
}

const useTemplateForm = (template: EmailTemplate | null, { waitlistId, kind, language }: Purpose) =>
  useForm({
    initialValues: {
      name: template?.name ?? '',
      kind: template?.kind ?? kind ?? 'confirmation',
      language: template ? template.language : (language ?? null),
      // Null until it is edited: it follows its kind, and the look of the waitlist that it is for.
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

/** What a new template starts as: the default email of its kind and language in the look of the waitlist that it is for. */
function useStart(kind: TemplateKind, language: Language | null, waitlistId: string | undefined) {
  const { data } = useQuery({
    ...waitlistQuery(waitlistId ?? ''),
    enabled: waitlistId !== undefined,
    placeholderData: keepPreviousData,
  });
  const words = useQuery({ ...startWordsQuery(language ?? 'en'), placeholderData: keepPreviousData }).data;
  const waitlist = waitlistId === undefined ? undefined : data;
  return useMemo(
    () => writeStartEmail(kind, waitlist ?? NO_WAITLIST, words ?? ENGLISH_WORDS),
    [kind, waitlist, words],
  );
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

/** The text as it is now, and what changes it. */
function useText(template: EmailTemplate | null, form: ReturnType<typeof useTemplateForm>) {
  const { kind, language, waitlistIds } = form.values;
  const start = useStart(kind, language, waitlistIds[0]);
  const [writtenFor, setWrittenFor] = useState(kind);
  const subject = form.values.subject ?? start.subject;
  const html = form.values.html ?? start.html;
  return {
    subject,
    html,
    isForOther: writtenFor !== kind && html !== start.html,
    write(value: string) {
      setWrittenFor(kind);
      form.setFieldValue('html', template === null && value === start.html ? null : value);
    },
    startOver: () => form.setValues({ subject: null, html: null }),
    /** A text that nobody edited is the default one of the new kind or language then. */
    setPurpose(changed: { readonly kind: TemplateKind } | { readonly language: Language | null }) {
      form.setValues({
        ...changed,
        ...(subject === start.subject && { subject: null }),
        ...(html === start.html && { html: null }),
      });
    },
  };
}

/** A template's fields next to a live preview. */
export function TemplateEditor({ template, purpose = {}, format, sentFrom }: TemplateEditorProps) {
  const [isLeaving, setLeaving] = useState(false);
  const form = useTemplateForm(template, purpose);
  const text = useText(template, form);
  const { kind, language, waitlistIds } = form.values;
  const { subject, html } = text;
  const [previewed] = useDebouncedValue({ kind, language, subject, html }, TYPING_MS);
  const [waitlistId] = waitlistIds;

  const save = useSaveTemplate({ template, form, subject, html, onLeave: () => setLeaving(true) }, () =>
    notify(sentFrom === undefined ? 'Saved. People get this email from now on.' : 'Saved.'),
  );
  const test = useTestEmail({ kind, language, subject, html, waitlistId });

  return (
    <>
      <HeldNotice sentFrom={sentFrom} />
      <form noValidate onSubmit={form.onSubmit(values => save.mutate(values))}>
        <Section
          title="Template"
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
            <KindFields
              kind={kind}
              language={language}
              onKind={value => text.setPurpose({ kind: value })}
              onLanguage={value => text.setPurpose({ language: value })}
            />
            <UseFields form={form} />
            {text.isForOther && <OtherKind kind={kind} onStartOver={text.startOver} />}
            <TextInput label="Subject" maxLength={200} {...form.getInputProps('subject')} value={subject} />
            <TemplateContent
              value={html}
              onStartOver={text.startOver}
              onChange={text.write}
              variables={format.kinds.find(each => each.kind === kind)?.variables ?? []}
              preview={<EmailPreview {...previewed} waitlistId={waitlistId} />}
            />
            {[form.errors.html, form.errors.kind].filter(Boolean).map(error => (
              <p key={String(error)} role="alert" className="field-fault">
                {error}
              </p>
            ))}
          </Stack>
        </Section>
      </form>
      {template && <DeleteTemplate template={template} onDeleted={() => setLeaving(true)} />}
      <UnsavedGuard when={form.isDirty() && !isLeaving} />
    </>
  );
}

/** Its name, and the waitlists that use it. */
function UseFields({ form }: { readonly form: ReturnType<typeof useTemplateForm> }) {
  const waitlists = useQuery(waitlistNamesQuery);
  return (
    <div className="two">
      <TextInput
        label="Name"
        description="Only visible to you"
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <MultiSelect
        label="Used by"
        description="Replaces that waitlist’s template of this email and language"
        data={toChoices(waitlists.data?.waitlists ?? [])}
        placeholder={form.values.waitlistIds.length === 0 ? 'No waitlist' : ''}
        searchable
        {...form.getInputProps('waitlistIds')}
      />
    </div>
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
