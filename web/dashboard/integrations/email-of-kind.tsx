import { Button, Group, Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { TemplateKind } from '../../../core/email/template-kinds.ts';
import type { Language } from '../../../core/languages/language.ts';
import { call } from '../api/client.ts';
import { defaultEmailQuery } from '../api/email-queries.ts';
import { type EmailTemplate, templatesQuery } from '../api/queries.ts';
import { Loaded } from '../components/loaded.tsx';
import { notify } from '../components/notify.ts';
import { ProblemView } from '../components/problem-view.tsx';
import { Section } from '../components/section.tsx';
import { EmailPreview, SizedEmail } from '../templates/email-preview.tsx';
import { ANY_LANGUAGE, KINDS, LANGUAGE_CHOICES, languageName } from '../templates/kinds.ts';

const LANGUAGES_OF_PEOPLE = LANGUAGE_CHOICES.map(choice =>
  choice.value === ANY_LANGUAGE ? { ...choice, label: 'Any other' } : choice,
);

const writeLabel = (language: Language | null): string =>
  language === null ? 'Customize this email' : `Write it in ${languageName(language)}`;

/** The template of one email, in each language. */
export function EmailOfKind({
  waitlistId,
  kind,
  templates,
  sentFrom,
}: {
  readonly waitlistId: string;
  readonly kind: TemplateKind;
  /** All of that kind. */
  readonly templates: readonly EmailTemplate[];
  readonly sentFrom: string | undefined;
}) {
  const [language, setLanguage] = useState<Language | null>(null);
  const link = useLink(waitlistId, sentFrom);
  const used = templates.filter(({ waitlistIds }) => waitlistIds.includes(waitlistId));
  const current = used.find(template => template.language === language);
  const purpose = { waitlist: waitlistId, kind, ...(language && { language }) };
  const shown = current ?? used.find(template => template.language === null);
  return (
    <Section title={KINDS[kind].label} lead={`${KINDS[kind].lead}.`}>
      <Group gap="md" align="end">
        <Select
          label="For people whose language is"
          data={LANGUAGES_OF_PEOPLE}
          allowDeselect={false}
          value={language ?? ANY_LANGUAGE}
          onChange={value => setLanguage(value === ANY_LANGUAGE ? null : (value as Language))}
        />
        <Select
          label="Email template"
          className="grow-some"
          allowDeselect={false}
          disabled={link.isPending}
          value={current?.id ?? ''}
          data={[
            { value: '', label: language === null ? 'Default email' : 'The one for any other language' },
            ...templates
              .filter(template => template.language === language)
              .map(template => ({ value: template.id, label: template.name })),
          ]}
          onChange={value =>
            link.mutate({ from: current, to: templates.find(template => template.id === value) })
          }
        />
        <Button
          variant="default"
          renderRoot={props =>
            current ? (
              <Link {...props} to="/templates/$id" params={{ id: current.id }} />
            ) : (
              <Link {...props} to="/templates/new" search={purpose} />
            )
          }
        >
          {current ? 'Edit template' : writeLabel(language)}
        </Button>
      </Group>
      {link.isError && (
        <div className="section-gap">
          <ProblemView error={link.error} />
        </div>
      )}
      <div className="section-gap">
        {shown && sentFrom === undefined ? (
          <EmailPreview
            kind={kind}
            language={language}
            subject={shown.subject}
            html={shown.html}
            waitlistId={waitlistId}
          />
        ) : (
          <DefaultEmail kind={kind} language={language} waitlistId={waitlistId} />
        )}
      </div>
    </Section>
  );
}

/** Gives the waitlist another template instead of the one it has, or none. */
function useLink(id: string, sentFrom: string | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ from, to }: { from: EmailTemplate | undefined; to: EmailTemplate | undefined }) => {
      const [template, waitlistIds] = to
        ? [to, [...to.waitlistIds, id]]
        : [from, (from?.waitlistIds ?? []).filter(each => each !== id)];
      if (template) await call('update_email_template', { id: template.id, waitlistIds });
    },
    async onSuccess() {
      notify(sentFrom === undefined ? 'Saved. People get this email from now on.' : 'Saved.');
      await queries.invalidateQueries({ queryKey: templatesQuery.queryKey });
    },
  });
}

/** The text for a waitlist without a template, and while the account is new. */
function DefaultEmail({
  kind,
  language,
  waitlistId,
}: {
  readonly kind: TemplateKind;
  readonly language: Language | null;
  readonly waitlistId: string;
}) {
  return (
    <div className="editor-preview">
      <Loaded query={useQuery(defaultEmailQuery(waitlistId, kind, language))}>
        {({ email }) => <SizedEmail email={email} />}
      </Loaded>
    </div>
  );
}
