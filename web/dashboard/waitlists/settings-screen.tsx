import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { toProblem } from '../api/problem.ts';
import type { Waitlist } from '../api/queries.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { SaveBar } from '../components/save-bar.tsx';
import { Section } from '../components/section.tsx';
import { Confirmation } from './confirmation.tsx';
import { DeleteWaitlist } from './delete-waitlist.tsx';
import { Details } from './details.tsx';
import { Door } from './door.tsx';
import { nameLanguage } from './facet-names.ts';
import { Referrals } from './referrals.tsx';
import { SenderChoice } from './sender-choice.tsx';
import { changedSettings, fieldErrors, startFrom, useSettingsForm } from './settings-form.ts';
import { useSaveWaitlist } from './use-save.ts';
import { useWaitlist } from './waitlist-layout.tsx';

export function SettingsScreen() {
  const waitlist = useWaitlist();
  return (
    <>
      <Settings key={waitlist.id} waitlist={waitlist} />
      <div className="section-gap">
        <LanguagesLink waitlist={waitlist} />
      </div>
      <div className="section-gap">
        <DeleteWaitlist waitlist={waitlist} />
      </div>
    </>
  );
}

/** All settings, saved together. */
function Settings({ waitlist }: { readonly waitlist: Waitlist }) {
  const form = useSettingsForm(waitlist);
  const save = useSaveWaitlist(waitlist.id);
  const isDirty = form.isDirty();
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(() =>
        save.mutate(changedSettings(form), {
          onSuccess: ({ waitlist: stored }) => startFrom(form, stored),
          onError: error => form.setErrors(fieldErrors(toProblem(error))),
        }),
      )}
    >
      <Details waitlist={waitlist} form={form} />
      <Referrals waitlist={waitlist} form={form} />
      <Confirmation form={form} />
      <SenderChoice form={form} />
      <Door waitlist={waitlist} form={form} />
      <div className="settings-bar" data-dirty={isDirty || undefined}>
        <FormProblem form={form} error={save.error} />
        <SaveBar isDirty={isDirty} isBusy={save.isPending} onReset={form.reset} label="Save changes" />
      </div>
    </form>
  );
}

/** The languages of a waitlist, which have a screen of their own. */
const LanguagesLink = ({ waitlist: { id, languages } }: { readonly waitlist: Waitlist }) => (
  <Section
    title="Languages"
    lead={languages.map(nameLanguage).join(', ')}
    actions={
      <Button component={Link} to={`/waitlists/${id}/languages`} variant="default">
        Languages and translations
      </Button>
    }
  />
);
