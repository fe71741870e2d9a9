import { Button, SegmentedControl, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { DeliveryState as State } from '../../../core/webhooks/schemas.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { formatMoment, formatNumber } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { Pager } from '../components/pager.tsx';
import { Section } from '../components/section.tsx';
import { type DeliveriesPlace, toDeliveriesPlace } from './deliveries-place.ts';
import { DeliveryState, describeNext } from './delivery-state.tsx';
import { DELIVERIES } from './events.ts';
import { DELIVERIES_PER_PAGE, type Delivery, deliveriesQuery } from './queries.ts';

/** Loaded separately: most visits open no delivery. */
const DeliveryDrawer = lazy(() => import('./delivery-drawer.tsx'));

const FILTERS: readonly { readonly value: State | 'all'; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
];

/** The deliveries of a webhook. Page, filter, and the open delivery are in the URL. */
export function DeliveriesSection({
  waitlistId,
  webhookId,
}: {
  readonly waitlistId: string;
  readonly webhookId: string;
}) {
  const search = useSearch({ from: '/waitlists/$id/webhooks/$webhookId' });
  const navigate = useNavigate({ from: '/waitlists/$id/webhooks/$webhookId' });
  const query = useQuery(deliveriesQuery(waitlistId, webhookId, search));
  const { page = 1, state, delivery } = search;
  const go = (next: DeliveriesPlace) => void navigate({ search: toDeliveriesPlace({ ...next }) });
  return (
    <>
      <Section
        title="Deliveries"
        lead="From the last 30 days."
        actions={
          <SegmentedControl
            size="xs"
            aria-label="State of deliveries"
            data={[...FILTERS]}
            value={state ?? 'all'}
            onChange={value => go(value === 'all' ? {} : { state: value as State })}
          />
        }
        flush
      >
        <Loaded
          query={query}
          skeleton={
            <div className="section-body">
              <Lines count={6} height={18} />
            </div>
          }
        >
          {({ deliveries, total }) =>
            deliveries.length === 0 ? (
              <NoDeliveries place={search} onShowAll={() => go({})} />
            ) : (
              <>
                <DeliveryTable
                  deliveries={deliveries}
                  isStale={query.isPlaceholderData}
                  onOpen={id => go({ ...search, delivery: id })}
                />
                <Pager
                  page={page}
                  perPage={DELIVERIES_PER_PAGE}
                  total={total}
                  onPage={next => go({ ...search, page: next })}
                />
              </>
            )
          }
        </Loaded>
      </Section>
      <Suspense>
        {delivery && (
          <DeliveryDrawer
            key={delivery}
            waitlistId={waitlistId}
            webhookId={webhookId}
            deliveryId={delivery}
            listed={query.data?.deliveries.find(({ id }) => id === delivery)}
            onClose={() => go({ ...search, delivery: '' })}
          />
        )}
      </Suspense>
    </>
  );
}

function NoDeliveries({
  place: { page, state },
  onShowAll,
}: {
  readonly place: DeliveriesPlace;
  readonly onShowAll: () => void;
}) {
  if (state === undefined && page === undefined)
    return (
      <EmptyState title="Nothing sent yet">
        Send a test event to see that your server takes it. Events appear here as they happen.
      </EmptyState>
    );
  return (
    <EmptyState
      title={page === undefined ? `No ${state} deliveries` : 'Nothing on this page'}
      action={
        <Button variant="default" onClick={onShowAll}>
          Show all deliveries
        </Button>
      }
    >
      {page === undefined ? 'Others may be in another state.' : 'Deliveries are listed for 30 days.'}
    </EmptyState>
  );
}

function DeliveryTable({
  deliveries,
  isStale,
  onOpen,
}: {
  readonly deliveries: readonly Delivery[];
  readonly isStale: boolean;
  readonly onOpen: (deliveryId: string) => void;
}) {
  return (
    <div className="table-frame" data-stale={isStale || undefined}>
      <Table className="table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Event</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th className="figure wide-only">Attempts</Table.Th>
            <Table.Th className="wide-only">Next attempt</Table.Th>
            <Table.Th className="wide-only">Created</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {deliveries.map(delivery => (
            <DeliveryRow key={delivery.id} delivery={delivery} onOpen={onOpen} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function DeliveryRow({
  delivery,
  onOpen,
}: {
  readonly delivery: Delivery;
  readonly onOpen: (deliveryId: string) => void;
}) {
  const { id, type, attempts, createdAt } = delivery;
  const next = describeNext(delivery);
  return (
    <Table.Tr>
      <Table.Td className="cell-text">
        <button type="button" className="row-title row-open" onClick={() => onOpen(id)}>
          {DELIVERIES[type]}
        </button>
        <div className="row-sub">
          <span className="wide-only">{type}</span>
          <span className="narrow-only">{formatMoment(createdAt)}</span>
          {next && <span className="narrow-only">{`next attempt ${next}`}</span>}
        </div>
      </Table.Td>
      <Table.Td className="state">
        <DeliveryState delivery={delivery} />
      </Table.Td>
      <Table.Td className="figure wide-only">{formatNumber(attempts)}</Table.Td>
      <Table.Td className="wide-only moment">{next ?? <span className="quiet">none</span>}</Table.Td>
      <Table.Td className="wide-only quiet moment">{formatMoment(createdAt)}</Table.Td>
    </Table.Tr>
  );
}
