import { Button, Drawer } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { call } from '../api/client.ts';
import { Copyable, CopyButton } from '../components/copy-button.tsx';
import { type Fact, FactList } from '../components/fact-list.tsx';
import { formatMoment, formatNumber } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { ProblemView } from '../components/problem-view.tsx';
import { RotateCw } from '../design/icons.ts';
import { DeliveryState, describeError, describeNext } from './delivery-state.tsx';
import { DELIVERIES } from './events.ts';
import { type Delivery, deliveriesKey, deliveryQuery, webhooksQuery } from './queries.ts';

interface DeliveryDrawerProps {
  readonly waitlistId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  /** As the list shows it: what is known while its body cannot be loaded. */
  readonly listed: Delivery | undefined;
  readonly onClose: () => void;
}

/** One delivery: what was sent, how it was answered, and a button to send it again. */
export default function DeliveryDrawer({
  waitlistId,
  webhookId,
  deliveryId,
  listed,
  onClose,
}: DeliveryDrawerProps) {
  const queries = useQueryClient();
  const query = useQuery(deliveryQuery(waitlistId, webhookId, deliveryId));
  const delivery = query.data?.delivery ?? listed;
  useListsFollow({ waitlistId, webhookId, listed }, query.data?.delivery);
  const replay = useMutation({
    mutationFn: () => call('replay_webhook_delivery', { id: waitlistId, webhookId, deliveryId }),
    async onSuccess() {
      // Its result is polled for.
      await queries.invalidateQueries({ queryKey: deliveriesKey(waitlistId, webhookId) });
      await query.refetch();
    },
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      lockScroll={false}
      title={delivery ? DELIVERIES[delivery.type] : 'Delivery'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: 'person-title' }}
    >
      <div className="person delivery">
        {delivery && (
          <DeliveryFacts
            delivery={delivery}
            about={query.isError ? null : describePerson(query.data, waitlistId)}
          />
        )}
        {delivery && (
          <Button
            variant="default"
            leftSection={<RotateCw size={16} />}
            loading={replay.isPending}
            disabled={delivery.state === 'pending' && delivery.attempts === 0}
            onClick={() => replay.mutate()}
          >
            Replay
          </Button>
        )}
        {replay.isError && <ProblemView error={replay.error} />}
        <section>
          <h3>Body</h3>
          <Loaded query={query} skeleton={<Lines count={8} height={14} />}>
            {({ body }) => <Body body={body} />}
          </Loaded>
        </section>
      </div>
    </Drawer>
  );
}

const stageOf = ({ state, attempts }: Delivery): string => `${state} ${attempts}`;

/** Refreshes the screen behind the drawer when the delivery is no longer what it shows. */
function useListsFollow(
  { waitlistId, webhookId, listed }: Omit<DeliveryDrawerProps, 'deliveryId' | 'onClose'>,
  delivery: Delivery | undefined,
): void {
  const queries = useQueryClient();
  const stage = delivery && stageOf(delivery);
  const shown = useRef(listed && stageOf(listed));
  useEffect(() => {
    if (stage === undefined || stage === shown.current) return;
    shown.current = stage;
    void queries.invalidateQueries({ queryKey: deliveriesKey(waitlistId, webhookId) });
    void queries.invalidateQueries({ queryKey: webhooksQuery(waitlistId).queryKey });
  }, [queries, waitlistId, webhookId, stage]);
}

/** The person in the body of a delivery; only their id is left once they are erased. */
interface AboutPerson {
  readonly data?: {
    readonly entry?: { readonly id: string; readonly email?: string; readonly name?: string | null };
  };
}

/** Whom a delivery is about. Null: a message of a chat does not say. */
function describePerson(
  sent: { readonly delivery: Delivery; readonly body: string | null } | undefined,
  waitlistId: string,
): ReactNode {
  if (!sent) return <span>…</span>;
  if (sent.delivery.type === 'webhook.test') return <span>nobody: it’s a test</span>;
  if (sent.body === null) return <span>someone you removed from your database</span>;
  const { data } = JSON.parse(sent.body) as AboutPerson;
  if (!data) return null;
  if (!data.entry?.email) return <span>someone whose data was erased</span>;
  const { id, name, email } = data.entry;
  return (
    <Link to="/waitlists/$id/signups" params={{ id: waitlistId }} search={{ person: id }}>
      <bdi>{name ? `${name} (${email})` : email}</bdi>
    </Link>
  );
}

function DeliveryFacts({ delivery, about }: { readonly delivery: Delivery; readonly about: ReactNode }) {
  const facts: readonly Fact[] = [
    ['About', about],
    [
      'State',
      <span key="state" role="status">
        <DeliveryState delivery={delivery} />
      </span>,
    ],
    ['Why it failed', describeError(delivery)],
    ['Answer', delivery.responseBody && <bdi key="answer">{delivery.responseBody}</bdi>],
    ['Attempts', formatNumber(delivery.attempts)],
    ['Next attempt', describeNext(delivery)],
    ['Created', formatMoment(delivery.createdAt)],
    ['Type', <code key="type">{delivery.type}</code>],
    ['webhook-id', <Copyable key="id" value={delivery.id} label="Copy webhook-id" />],
  ];
  return <FactList className="person-facts" facts={facts} />;
}

function Body({ body }: { readonly body: string | null }) {
  if (body === null)
    return (
      <p className="quiet">This person’s row is gone from your own database, so there is nothing to send.</p>
    );
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also with the keyboard */}
      <section className="snippet" tabIndex={0} aria-label="Body">
        <pre>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
      </section>
      <div className="delivery-copy">
        <CopyButton value={body} label="Copy body" />
      </div>
    </>
  );
}
