import { Alert, Textarea, TextInput } from '@mantine/core';
import type { Waitlist } from '../api/queries.ts';
import { shortUrl } from '../components/format.ts';
import { Section } from '../components/section.tsx';
import { CircleAlert } from '../design/icons.ts';
import type { SettingsForm } from './settings-form.ts';
import { usePageUrl } from './use-page-url.ts';

/** Name, description, and URL of the page. */
export function Details({ waitlist, form }: { readonly waitlist: Waitlist; readonly form: SettingsForm }) {
  const pageUrl = usePageUrl(waitlist);
  const isMoved = form.values.slug !== form.getInitialValues().slug;
  const host = waitlist.url.slice(0, -waitlist.slug.length);
  return (
    <Section title="Details" lead="Shown on your page and in emails.">
      <div className="settings-fields">
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
          <Alert icon={<CircleAlert size={18} />} title="The old URL will stop working">
            <span>
              {pageUrl === waitlist.url
                ? `Links you’ve already shared, including referral links, point to ${waitlist.url}.`
                : `Links on ${shortUrl(pageUrl)} keep working, but not those to ${waitlist.url}.`}
            </span>{' '}
            Once you save, that URL shows “not found” and other accounts can claim it.
          </Alert>
        )}
      </div>
    </Section>
  );
}
