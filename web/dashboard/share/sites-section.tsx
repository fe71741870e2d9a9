import { ActionIcon, Button, Group, Stack, TextInput, Tooltip } from '@mantine/core';
import { useForm } from '@mantine/form';
import { toProblem } from '../api/problem.ts';
import type { Waitlist } from '../api/queries.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { Section } from '../components/section.tsx';
import { X } from '../design/icons.ts';
import { usePageUrl } from '../waitlists/use-page-url.ts';
import { useSaveWaitlist } from '../waitlists/use-save.ts';
import { WaitlistForm } from '../waitlists/waitlist-form.tsx';
import { toOrigin } from './site-checks.ts';

/** The owner's own sites: which may send signups, and where referral links lead. */
export function SitesSection({ waitlist }: { readonly waitlist: Waitlist }) {
  return (
    <Section
      title="Your sites"
      lead="To put the form on your own site, add the site here. Other sites can’t send signups."
    >
      <Stack gap="lg">
        <AllowedSites waitlist={waitlist} />
        {/* Starts anew when the saved address changes elsewhere. */}
        <ReferralTarget key={waitlist.shareUrl} waitlist={waitlist} />
      </Stack>
    </Section>
  );
}

function AllowedSites({ waitlist: { id, allowedOrigins, shareUrl } }: { readonly waitlist: Waitlist }) {
  const save = useSaveWaitlist(id, 'Sites saved.');
  const form = useForm({
    initialValues: { allowedOrigins: '' },
    validate: {
      allowedOrigins(value) {
        if (value.trim() === '') return 'Enter a site like https://rocket.example';
        return allowedOrigins.includes(toOrigin(value)) ? 'This site is on the list already' : null;
      },
    },
  });
  const onError = (error: unknown) => form.setErrors(toProblem(error).fields());
  const remove = (origin: string) => {
    if (shareUrl !== null && new URL(shareUrl).origin === origin) {
      form.setFieldError('allowedOrigins', `Referral links lead to ${origin}. Change that first.`);
      return;
    }
    save.mutate({ allowedOrigins: allowedOrigins.filter(each => each !== origin) }, { onError });
  };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ allowedOrigins: added }) =>
        save.mutate(
          { allowedOrigins: [...allowedOrigins, toOrigin(added)] },
          { onSuccess: () => form.reset(), onError },
        ),
      )}
    >
      {allowedOrigins.length > 0 && (
        <ul className="site-list" aria-label="Sites">
          {allowedOrigins.map(origin => (
            <li key={origin}>
              <code className="grow">{origin}</code>
              <Tooltip label="Remove">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove ${origin}`}
                  disabled={save.isPending}
                  onClick={() => remove(origin)}
                >
                  <X size={16} />
                </ActionIcon>
              </Tooltip>
            </li>
          ))}
        </ul>
      )}
      <Group align="flex-start" gap="xs" className="field-row">
        <TextInput
          aria-label="Site"
          placeholder="https://rocket.example"
          maxLength={300}
          spellCheck={false}
          autoCapitalize="none"
          inputMode="url"
          className="grow"
          {...form.getInputProps('allowedOrigins')}
        />
        <Button type="submit" variant="default" loading={save.isPending}>
          Add site
        </Button>
      </Group>
      <FormProblem form={form} error={save.error} />
    </form>
  );
}

function ReferralTarget({ waitlist }: { readonly waitlist: Waitlist }) {
  const { id, allowedOrigins, shareUrl } = waitlist;
  const pageUrl = usePageUrl(waitlist);
  const form = useForm({
    initialValues: { shareUrl: shareUrl ?? '' },
    validate: {
      shareUrl(value) {
        const url = value.trim();
        if (url === '' || !URL.canParse(url) || allowedOrigins.includes(new URL(url).origin)) return null;
        return `Add ${new URL(url).origin} to your sites first`;
      },
    },
  });
  return (
    <WaitlistForm
      id={id}
      form={form}
      toChanges={values => ({ shareUrl: values.shareUrl.trim() || null })}
      saved="Saved. Referral links lead there now."
    >
      <TextInput
        label="Where referral links lead"
        description={`Optional. The page on your site with the form; otherwise ${pageUrl}`}
        placeholder="https://rocket.example/waitlist"
        maxLength={2000}
        spellCheck={false}
        autoCapitalize="none"
        inputMode="url"
        {...form.getInputProps('shareUrl')}
      />
    </WaitlistForm>
  );
}
