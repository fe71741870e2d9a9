import { Alert, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { call } from '../api/client.ts';
import { NotFound } from '../app/not-found.tsx';
import { FactList } from '../components/fact-list.tsx';
import { formatDay } from '../components/format.ts';
import { Loaded } from '../components/loaded.tsx';
import { notify } from '../components/notify.ts';
import { ProblemView } from '../components/problem-view.tsx';
import { Section } from '../components/section.tsx';
import { FormSkeleton, ListSkeleton } from '../components/skeletons.tsx';
import { ArrowLeft, CircleAlert, Send } from '../design/icons.ts';
import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { DeliveriesSection } from './deliveries-section.tsx';
import { describeEvents } from './events.ts';
import { FORMATS } from './formats.ts';
import { deliveriesKey, type Webhook, webhooksQuery } from './queries.ts';
import { WebhookMenu } from './webhook-menu.tsx';
import { WebhookState } from './webhook-state.tsx';

/** One webhook and what was sent to it. */
export function WebhookScreen() {
  const { id } = useWaitlist();
  const { webhookId } = useParams({ from: '/waitlists/$id/webhooks/$webhookId' });
  return (
    <>
      <Link to="/waitlists/$id/webhooks" params={{ id }} className="back">
        <ArrowLeft size={15} aria-hidden />
        <span>All webhooks</span>
      </Link>
      <Loaded
        query={useQuery(webhooksQuery(id))}
        skeleton={
          <>
            <FormSkeleton />
            <ListSkeleton />
          </>
        }
      >
        {webhooks => {
          const webhook = webhooks.find(each => each.id === webhookId);
          if (!webhook) return <NotFound what="webhook" />;
          return (
            <>
              <WebhookSection waitlistId={id} webhook={webhook} />
              <DeliveriesSection waitlistId={id} webhookId={webhookId} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function WebhookSection({
  waitlistId: id,
  webhook,
}: {
  readonly waitlistId: string;
  readonly webhook: Webhook;
}) {
  const { id: webhookId, url, events, format, createdAt } = webhook;
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/waitlists/$id/webhooks/$webhookId' });
  const test = useMutation({
    mutationFn: () => call('test_webhook', { id, webhookId }),
    async onSuccess({ delivery }) {
      void queries.invalidateQueries({ queryKey: deliveriesKey(id, webhookId) });
      // Its result appears in the drawer.
      await navigate({ search: { delivery: delivery.id } });
    },
  });
  return (
    <Section
      title={url}
      actions={
        <>
          <Button leftSection={<Send size={16} />} loading={test.isPending} onClick={() => test.mutate()}>
            Send test event
          </Button>
          <WebhookMenu waitlistId={id} webhook={webhook} />
        </>
      }
    >
      {test.isError && <ProblemView error={test.error} />}
      <HealthNotice waitlistId={id} webhook={webhook} />
      <FactList
        facts={[
          ['State', <WebhookState key="state" webhook={webhook} />],
          ['Format', FORMATS[format]],
          ['Events', describeEvents(events)],
          ['Added', formatDay(createdAt)],
        ]}
      />
    </Section>
  );
}

/** Why events do not arrive, if that is so. */
function HealthNotice({
  waitlistId: id,
  webhook: { id: webhookId, state, failingSince },
}: {
  readonly waitlistId: string;
  readonly webhook: Webhook;
}) {
  const queries = useQueryClient();
  const enable = useMutation({
    mutationFn: () => call('update_webhook', { id, webhookId, state: 'active' }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: webhooksQuery(id).queryKey });
      notify('Enabled. New events are sent again.');
    },
  });
  const icon = <CircleAlert size={18} />;
  if (state === 'active')
    return (
      failingSince && (
        <Alert icon={icon} mb="lg" title="Deliveries are failing">
          <span>{`None has succeeded since ${formatDay(failingSince)}.`}</span> We keep trying, and disable
          the webhook after five days of failures. The deliveries below show how your server answered.
        </Alert>
      )
    );
  return (
    <Alert
      icon={icon}
      mb="lg"
      title={failingSince ? 'We disabled this webhook' : 'You disabled this webhook'}
    >
      <p>
        {failingSince && (
          <span>{`No delivery has succeeded since ${formatDay(failingSince)}: they failed for five days, or your server answered 410 Gone. Fix your server, then send a test event. `}</span>
        )}
        <span>What happens while it’s disabled is never sent to it.</span>
      </p>
      {enable.isError && <ProblemView error={enable.error} />}
      <Button mt="sm" size="xs" variant="default" loading={enable.isPending} onClick={() => enable.mutate()}>
        Enable webhook
      </Button>
    </Alert>
  );
}
