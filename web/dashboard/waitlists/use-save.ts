import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Input } from '../api/client.ts';
import { defaultEmailsKey } from '../api/email-queries.ts';
import { cardQuery, waitlistQuery, waitlistsKey } from '../api/queries.ts';
import { notify } from '../components/notify.ts';

export type WaitlistChanges = Omit<Input<'update_waitlist'>, 'id'>;

/** Saves changes to a waitlist, says so, and refreshes the screens that show it. */
export function useSaveWaitlist(id: string, saved = 'Saved. Your page is up to date.') {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: WaitlistChanges) => call('update_waitlist', { id, ...changes }),
    async onSuccess() {
      notify(saved);
      void queries.invalidateQueries({ queryKey: waitlistsKey });
      void queries.invalidateQueries({ queryKey: cardQuery(id).queryKey });
      void queries.invalidateQueries({ queryKey: defaultEmailsKey(id) });
      await queries.invalidateQueries({ queryKey: waitlistQuery(id).queryKey, exact: true });
    },
  });
}
