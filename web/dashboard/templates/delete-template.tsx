import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../api/client.ts';
import { type EmailTemplate, templatesQuery } from '../api/queries.ts';
import { ConfirmButton } from '../components/confirm.tsx';
import { count } from '../components/format.ts';
import { notify } from '../components/notify.ts';
import { Section } from '../components/section.tsx';

export function DeleteTemplate({
  template: { id, name, waitlistIds },
  onDeleted,
}: {
  readonly template: EmailTemplate;
  readonly onDeleted: () => void;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => call('delete_email_template', { id }),
    async onSuccess() {
      notify(`Deleted “${name}”.`);
      onDeleted();
      await navigate({ to: '/templates', ignoreBlocker: true });
      void queries.invalidateQueries({ queryKey: templatesQuery.queryKey });
    },
  });
  return (
    <Section title="Delete this template" lead="Waitlists that use it go back to the default email." danger>
      <ConfirmButton
        title={`Delete “${name}”?`}
        action="Delete template"
        mutation={remove}
        onConfirm={remove.mutate}
      >
        <p>
          <span>
            {waitlistIds.length > 0
              ? `${count(waitlistIds.length, 'waitlist')} will send the default email instead.`
              : 'No waitlist uses it.'}
          </span>{' '}
          You can’t undo this.
        </p>
      </ConfirmButton>
    </Section>
  );
}
