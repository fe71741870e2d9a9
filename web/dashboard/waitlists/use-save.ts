import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { updateWaitlist } from '../../../core/waitlists/update-waitlist.ts';
import { call } from '../api/client.ts';
import { waitlistQuery } from '../api/queries.ts';
import type { OutputOf } from '../api/types.ts';
import { notify } from '../components/notify.ts';

type Changes = Omit<z.input<typeof updateWaitlist.input>, 'id'>;

/** Saves what of a waitlist changed; screens that show it follow. */
export function useSaveWaitlist(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: Changes) =>
      call<OutputOf<typeof updateWaitlist>>(`/waitlists/${encodeURIComponent(id)}`, {
        method: 'PATCH',
        body: changes,
      }),
    async onSuccess() {
      notify('Saved. The page shows it now.');
      void queries.invalidateQueries({ queryKey: ['waitlists'] });
      await queries.invalidateQueries({ queryKey: waitlistQuery(id).queryKey, exact: true });
    },
  });
}
