import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BODY_MAX } from '../../../core/announcements/announcement-store.ts';
import { call } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import { notify, notifyProblem } from '../components/notify.ts';
import { type Announcement, type Audience, announcementQuery, announcementsKey } from './queries.ts';

export interface DraftText {
  readonly subject: string;
  readonly body: string;
  readonly audience: Audience;
}

const NEW: DraftText = { subject: '', body: 'Hi {{name|friend}},\n\n', audience: {} };

function checkBody(body: string): string | null {
  if (body.trim() === '') return 'Write something';
  return body.length > BODY_MAX
    ? `At most 10,000 characters; these are ${body.length.toLocaleString('en')}`
    : null;
}

const textOf = ({ subject, body, audience }: Announcement): DraftText => ({ subject, body, audience });

/** Follows the saved draft, which an agent may change, until something is typed. */
export function useDraftForm(announcement: Announcement | null) {
  const form = useForm<DraftText>({
    initialValues: announcement ? textOf(announcement) : NEW,
    validate: {
      subject: subject => (subject.trim() === '' ? 'Enter a subject' : null),
      body: checkBody,
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the saved draft changes
  useEffect(() => {
    if (announcement === null || form.isDirty()) return;
    form.setValues(textOf(announcement));
    form.resetDirty(textOf(announcement));
  }, [announcement]);
  return form;
}

export type DraftForm = ReturnType<typeof useDraftForm>;

/** What the screens know of an announcement after a change. */
export function useRefresh(waitlistId: string): (changed?: Announcement) => Promise<void> {
  const queries = useQueryClient();
  return async changed => {
    if (changed) queries.setQueryData(announcementQuery(waitlistId, changed.id).queryKey, changed);
    await queries.invalidateQueries({ queryKey: announcementsKey(waitlistId) });
  };
}

/** Says that somebody else sent or canceled it meanwhile, and shows what it is now. @returns false for other errors */
export function useStaleCheck(waitlistId: string): (error: unknown) => boolean {
  const refresh = useRefresh(waitlistId);
  return error => {
    if (toProblem(error).code !== 'not_editable') return false;
    notifyProblem(error);
    void refresh();
    return true;
  };
}

interface SaveOptions {
  readonly waitlistId: string;
  /** Null: it is not saved yet. */
  readonly announcementId: string | null;
  readonly form: DraftForm;
  readonly onCreated: (announcement: Announcement) => void;
}

/** Saves a draft if it changed. */
export function useSaveDraft({ waitlistId: id, announcementId, form, onCreated }: SaveOptions) {
  const refresh = useRefresh(id);
  const isStale = useStaleCheck(id);
  return useMutation({
    async mutationFn(text: DraftText): Promise<{ readonly announcement: Announcement }> {
      const sent = { ...text, subject: text.subject.trim() };
      return announcementId === null
        ? call('create_announcement', { id, ...sent })
        : call('update_announcement', { id, announcementId, ...sent });
    },
    onSuccess({ announcement }, text) {
      form.resetDirty(text);
      void refresh(announcement);
      if (announcementId === null) onCreated(announcement);
    },
    onError(error) {
      if (!isStale(error)) form.setErrors(toProblem(error).fields());
    },
  });
}

/** Sends a test to the account's own address. */
export const useTest = (id: string) =>
  useMutation({
    mutationFn: (announcementId: string) => call('test_announcement', { id, announcementId }),
    onSuccess: ({ sentTo }) => notify(`Test sent to ${sentTo}.`),
  });
