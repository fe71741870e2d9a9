import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Input } from '../api/client.ts';
import { waitlistQuery } from '../api/queries.ts';
import { notify } from '../components/notify.ts';

/** Saves changes to a waitlist and refreshes the screens that show it. */
export function useSaveWaitlist(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: Omit<Input<'update_waitlist'>, 'id'>) =>
      call('update_waitlist', { id, ...changes }),
    async onSuccess() {
      notify('Saved. Your page is up to date.');
      void queries.invalidateQueries({ queryKey: ['waitlists'] });
      await queries.invalidateQueries({ queryKey: waitlistQuery(id).queryKey, exact: true });
    },
  });
}
