import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../api/client.ts';
import { accountQuery, overviewQuery, type Waitlist, waitlistKey, waitlistsKey } from '../api/queries.ts';
import { Confirm } from '../components/confirm.tsx';
import { count, shortUrl } from '../components/format.ts';
import { notify } from '../components/notify.ts';
import { Section } from '../components/section.tsx';
import { usePageUrl } from './use-page-url.ts';

/** Deletes a waitlist. If anyone has joined it, its name must be typed to confirm. */
export function DeleteWaitlist({ waitlist }: { readonly waitlist: Waitlist }) {
  const { id, name } = waitlist;
  const url = usePageUrl(waitlist);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, asking] = useDisclosure();
  const overview = useQuery({ ...overviewQuery(id), enabled: isAsking });
  const total = overview.data?.total;
  const remove = useMutation({
    mutationFn: () => call('delete_waitlist', { id }),
    async onSuccess() {
      notify(`Deleted “${name}”.`);
      await navigate({ to: '/' });
      queries.removeQueries({ queryKey: waitlistKey(id) });
      void queries.invalidateQueries({ queryKey: waitlistsKey });
      void queries.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
  return (
    <Section title="Delete this waitlist" lead="Permanently deletes the page and all signups." danger>
      <Button color="red" variant="default" onClick={asking.open}>
        Delete waitlist…
      </Button>
      <Confirm
        opened={isAsking}
        onClose={asking.close}
        title={`Delete “${name}”?`}
        action="Delete waitlist"
        // Until the count has loaded, assume that people have joined.
        phrase={total === 0 ? undefined : name}
        mutation={remove}
        onConfirm={remove.mutate}
      >
        <p>
          This deletes the page at <strong>{shortUrl(url)}</strong>
          {total !== undefined && total > 0 && (
            <span>
              {' '}
              and <strong>{count(total, 'signup')}</strong>
            </span>
          )}
          <span>.</span> Referral links stop working, and the custom domain and bot protection keys are
          removed. Rows in your own database stay there.
        </p>
        <p>You can’t undo this.</p>
      </Confirm>
    </Section>
  );
}
