import { Button, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { SUBJECT_MAX } from '../../../core/announcements/announcement-store.ts';
import { ANNOUNCEMENT_VARIABLES } from '../../../core/announcements/variables.ts';
import type { Waitlist } from '../api/queries.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { notify } from '../components/notify.ts';
import { ProblemView } from '../components/problem-view.tsx';
import { Section } from '../components/section.tsx';
import { UnsavedGuard } from '../components/unsaved-guard.tsx';
import { Send } from '../design/icons.ts';
import { MarkdownField } from '../templates/markdown-field.tsx';
import { AnnouncementPreview } from './announcement-preview.tsx';
import { AudienceFields } from './audience-fields.tsx';
import type { Announcement } from './queries.ts';
import { DeleteDraft } from './remove-announcement.tsx';
import { SendDialog } from './send-dialog.tsx';
import { type DraftForm, useDraftForm, useSaveDraft, useTest } from './use-draft.ts';

interface ComposerProps {
  readonly waitlist: Waitlist;
  /** Null: a new one. */
  readonly announcement: Announcement | null;
  readonly onCreated: (announcement: Announcement) => void;
}

/** Writes an announcement beside its preview. */
export function Composer({ waitlist, announcement, onCreated }: ComposerProps) {
  const form = useDraftForm(announcement);
  const [isLeaving, setLeaving] = useState(false);
  const [isSending, sending] = useDisclosure();
  const options = { waitlistId: waitlist.id, announcementId: announcement?.id ?? null };
  const save = useSaveDraft({ ...options, form, onCreated });
  const test = useTest(waitlist.id);
  const isDirty = form.isDirty() && !isLeaving;

  /** Saves what changed, then goes on with the announcement. */
  const withSaved = (next: (saved: Announcement) => void) =>
    form.onSubmit(text => {
      test.reset();
      if (announcement !== null && !form.isDirty()) next(announcement);
      else save.mutate(text, { onSuccess: ({ announcement: saved }) => next(saved) });
    });

  return (
    <>
      <form noValidate onSubmit={withSaved(() => notify('Draft saved.'))}>
        <Section
          title={announcement ? 'Draft' : 'New announcement'}
          lead="We don’t track who opens it or clicks."
          actions={
            <>
              <Button
                variant="default"
                loading={test.isPending}
                onClick={() => withSaved(({ id }) => test.mutate(id))()}
              >
                Send a test to me
              </Button>
              <Button
                type="submit"
                variant="default"
                loading={save.isPending}
                disabled={announcement !== null && !isDirty}
              >
                Save draft
              </Button>
              <Button leftSection={<Send size={16} aria-hidden />} onClick={() => withSaved(sending.open)()}>
                Send or schedule…
              </Button>
            </>
          }
        >
          <Stack>
            {test.isError && <ProblemView error={test.error} title="Couldn’t send the test" />}
            <FormProblem form={form} error={save.error} />
            <Words waitlist={waitlist} form={form} />
          </Stack>
        </Section>
      </form>
      {announcement && (
        <>
          <DeleteDraft
            waitlistId={waitlist.id}
            announcement={announcement}
            onDeleted={() => setLeaving(true)}
          />
          <SendDialog
            waitlistId={waitlist.id}
            announcement={announcement}
            opened={isSending}
            onClose={sending.close}
          />
        </>
      )}
      <UnsavedGuard when={isDirty} />
    </>
  );
}

const HINT = (
  <>
    <span>{'# heading, **bold**, *italic*, - list, [link](https://…). '}</span>
    <code>{'{{name|friend}}'}</code>
    <span>{' says “friend” to people without a name.'}</span>
  </>
);

function Words({ waitlist, form }: { readonly waitlist: Waitlist; readonly form: DraftForm }) {
  const { subject, body, audience } = form.values;
  const text = useMemo(() => ({ subject, body }), [subject, body]);
  return (
    <div className="editor template-editor announcement-editor">
      <Stack>
        <TextInput
          label="Subject"
          placeholder="We launch on Friday"
          maxLength={SUBJECT_MAX}
          {...form.getInputProps('subject')}
        />
        <MarkdownField
          label="Message"
          description={HINT}
          minRows={12}
          variables={ANNOUNCEMENT_VARIABLES}
          value={body}
          onChange={value => form.setFieldValue('body', value)}
          error={form.errors.body}
        />
        <AudienceFields
          waitlist={waitlist}
          audience={audience}
          onChange={value => form.setFieldValue('audience', value)}
          error={form.errors.audience}
        />
      </Stack>
      <AnnouncementPreview waitlist={waitlist} text={text} />
    </div>
  );
}
