import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../api/client.ts';
import { statisticsQuery } from '../api/people.ts';
import { Confirm } from '../components/confirm.tsx';
import { count } from '../components/format.ts';
import { notify } from '../components/notify.ts';
import { Section } from '../components/section.tsx';
import type { WaitlistWithCode } from './waitlist-layout.tsx';

/** The end of a waitlist; where people are in line, its name must be typed. */
export function DeleteWaitlist({ waitlist }: { readonly waitlist: WaitlistWithCode }) {
  const { id, name, slug } = waitlist;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, asking] = useDisclosure();
  const statistics = useQuery({ ...statisticsQuery(id, 30), enabled: isAsking });
  const total = statistics.data?.total;
  const remove = useMutation({
    mutationFn: () => call(`/waitlists/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    async onSuccess() {
      notify(`“${name}” is deleted.`);
      await navigate({ to: '/' });
      queries.removeQueries({ queryKey: ['waitlist', id] });
      void queries.invalidateQueries({ queryKey: ['waitlists'] });
      void queries.invalidateQueries({ queryKey: ['account'] });
    },
  });
  return (
    <Section
      title="Delete this waitlist"
      lead="Its page, its signups and their places in line go, at once and for good."
      danger
    >
      <Button color="red" variant="default" onClick={asking.open}>
        Delete “{name}”…
      </Button>
      <Confirm
        opened={isAsking}
        onClose={asking.close}
        title={`Delete “${name}”?`}
        action="Delete for good"
        // Until it is known that nobody is in line, somebody may be.
        phrase={total === 0 ? undefined : name}
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        <p>
          The page at <strong>/w/{slug}</strong>
          {total !== undefined && total > 0 && (
            <>
              {' '}
              and <strong>{count(total, 'signup')}</strong>
            </>
          )}{' '}
          will be gone, with every referral link, a custom domain and the bot challenge. Rows in a database of
          your own stay there.
        </p>
        <p>This cannot be undone.</p>
      </Confirm>
    </Section>
  );
}
