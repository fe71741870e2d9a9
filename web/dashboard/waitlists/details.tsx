import { Alert, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { toProblem } from '../api/problem.ts';
import type { Waitlist } from '../api/queries.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { shortUrl } from '../components/format.ts';
import { SaveBar } from '../components/save-bar.tsx';
import { Section } from '../components/section.tsx';
import { CircleAlert } from '../design/icons.ts';
import { usePageUrl } from './use-page-url.ts';
import { useSaveWaitlist } from './use-save.ts';

/** Name, description, and URL of the page. */
export function Details({ waitlist }: { readonly waitlist: Waitlist }) {
  const save = useSaveWaitlist(waitlist.id);
  const form = useForm({
    initialValues: { name: waitlist.name, description: waitlist.description ?? '', slug: waitlist.slug },
  });
  const pageUrl = usePageUrl(waitlist);
  const isMoved = form.values.slug !== form.getInitialValues().slug;
  const host = waitlist.url.slice(0, -waitlist.slug.length);
  return (
    <Section title="Details" lead="Shown on your page and in emails.">
      <form
        noValidate
        onSubmit={form.onSubmit(({ name, description, slug }) =>
          save.mutate(
            { name: name.trim(), description: description.trim() || null, slug: slug.trim() },
            {
              onSuccess: ({ waitlist: saved }) => {
                const values = { name: saved.name, description: saved.description ?? '', slug: saved.slug };
                form.setInitialValues(values);
                form.setValues(values);
              },
              onError: error => form.setErrors(toProblem(error).fields()),
            },
          ),
        )}
      >
        <Stack>
          <TextInput label="Name" maxLength={100} {...form.getInputProps('name')} />
          <Textarea
            label="Description"
            description="Your page doesn’t show it."
            autosize
            minRows={2}
            maxRows={6}
            maxLength={500}
            {...form.getInputProps('description')}
          />
          <TextInput
            label="URL"
            description={`${host.replace(/^https?:\/\//, '')}${form.values.slug}`}
            maxLength={100}
            spellCheck={false}
            autoCapitalize="none"
            {...form.getInputProps('slug')}
          />
          {isMoved && (
            <Alert
              color="yellow"
              variant="light"
              icon={<CircleAlert size={18} />}
              title="The old URL will stop working"
            >
              <span>
                {pageUrl === waitlist.url
                  ? `Links you’ve already shared, including referral links, point to ${waitlist.url}.`
                  : `Links on ${shortUrl(pageUrl)} keep working, but not those to ${waitlist.url}.`}
              </span>{' '}
              Once you save, that URL shows “not found” and other accounts can claim it.
            </Alert>
          )}
          <FormProblem form={form} error={save.error} />
          <SaveBar isDirty={form.isDirty()} isBusy={save.isPending} onReset={form.reset} />
        </Stack>
      </form>
    </Section>
  );
}
