import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { updateWaitlist } from '../../../core/waitlists/update-waitlist.ts';
import { call } from '../api/client.ts';
import { waitlistQuery } from '../api/queries.ts';
import type { OutputOf } from '../api/types.ts';
import { notify } from '../components/notify.ts';

type Changes = Omit<z.input<typeof updateWaitlist.input>, 'id'>;

/** Saves changes to a waitlist and refreshes the screens that show it. */
export function useSaveWaitlist(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: Changes) =>
      call<OutputOf<typeof updateWaitlist>>(`/waitlists/${encodeURIComponent(id)}`, {
        method: 'PATCH',
        body: changes,
      }),
    async onSuccess() {
      notify('Saved. Your page is up to date.');
      void queries.invalidateQueries({ queryKey: ['waitlists'] });
      await queries.invalidateQueries({ queryKey: waitlistQuery(id).queryKey, exact: true });
    },
  });
}
