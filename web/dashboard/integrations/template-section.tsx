import { Group, Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../api/client.ts';
import { defaultEmailQuery, type EmailTemplate, templatesQuery } from '../api/queries.ts';
import { Loaded } from '../components/loaded.tsx';
import { notify } from '../components/notify.ts';
import { ProblemView } from '../components/problem-view.tsx';
import { Section } from '../components/section.tsx';
import { EmailPreview, EmailView } from '../templates/email-preview.tsx';
import { HeldNotice } from '../templates/held-notice.tsx';

/** Which confirmation email the waitlist sends. */
export function TemplateSection({ id }: { readonly id: string }) {
  const query = useQuery(templatesQuery);
  const queries = useQueryClient();
  const link = useMutation({
    mutationFn: async ({ from, to }: { from: EmailTemplate | undefined; to: EmailTemplate | undefined }) => {
      const [template, waitlistIds] = to
        ? [to, [...to.waitlistIds, id]]
        : [from, (from?.waitlistIds ?? []).filter(each => each !== id)];
      if (template) await call('update_email_template', { id: template.id, waitlistIds });
    },
    async onSuccess() {
      notify(query.data?.sentFrom === undefined ? 'Saved. New signups will get this email.' : 'Saved.');
      await queries.invalidateQueries({ queryKey: templatesQuery.queryKey });
    },
  });
  return (
    <Section title="Confirmation email" lead="Sent to people when they join.">
      <Loaded query={query}>
        {({ templates, sentFrom }) => {
          const current = templates.find(({ waitlistIds }) => waitlistIds.includes(id));
          return (
            <>
              {current && <HeldNotice sentFrom={sentFrom} />}
              <Group gap="md" align="center">
                <Select
                  aria-label="Email template"
                  className="grow-some"
                  allowDeselect={false}
                  disabled={link.isPending}
                  value={current?.id ?? ''}
                  data={[
                    { value: '', label: 'Default email' },
                    ...templates.map(template => ({ value: template.id, label: template.name })),
                  ]}
                  onChange={value =>
                    link.mutate({ from: current, to: templates.find(template => template.id === value) })
                  }
                />
                {current ? (
                  <Link to="/templates/$id" params={{ id: current.id }}>
                    Edit template
                  </Link>
                ) : (
                  <Link to="/templates/new" search={{ waitlist: id }}>
                    Customize this email
                  </Link>
                )}
              </Group>
              {link.isError && (
                <div className="section-gap">
                  <ProblemView error={link.error} />
                </div>
              )}
              <div className="section-gap">
                {current && sentFrom === undefined ? (
                  <EmailPreview subject={current.subject} html={current.html} waitlistId={id} />
                ) : (
                  <DefaultEmail waitlistId={id} />
                )}
              </div>
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

/** The text for a waitlist without a template, and while the account is new. */
function DefaultEmail({ waitlistId }: { readonly waitlistId: string }) {
  return (
    <div className="editor-preview">
      <Loaded query={useQuery(defaultEmailQuery(waitlistId))}>
        {({ email }) => <EmailView email={email} />}
      </Loaded>
    </div>
  );
}
