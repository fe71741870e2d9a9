import { Anchor, Group, Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../api/client.ts';
import { type EmailTemplate, templatesQuery } from '../api/queries.ts';
import { Loaded } from '../components/loaded.tsx';
import { notify } from '../components/notify.ts';
import { ProblemView } from '../components/problem-view.tsx';
import { Section } from '../components/section.tsx';
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
                  <Anchor component={Link} to={`/templates/${current.id}`}>
                    Edit template
                  </Anchor>
                ) : (
                  <Anchor component={Link} to="/templates">
                    Email templates
                  </Anchor>
                )}
              </Group>
              {link.isError && (
                <div className="section-gap">
                  <ProblemView error={link.error} />
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}
