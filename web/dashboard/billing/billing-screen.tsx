import { Badge, Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import {
  accountQuery,
  pageGenerationQuery,
  pricesQuery,
  type Receipt,
  receiptsQuery,
} from '../api/queries.ts';
import { formatDay, formatUsd } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { ArrowUpRight } from '../design/icons.ts';
import { CheckoutOutcome } from './checkout-outcome.tsx';
import { CheckoutProblem, useCheckout } from './offer.tsx';
import { PlanTable } from './plan-table.tsx';

/** The plan, licenses, and receipts. */
export function BillingScreen() {
  const { checkout: outcome } = useSearch({ from: '/billing' });
  const { data: account } = useQuery(accountQuery);
  const prices = useQuery(pricesQuery);
  const { data: generation } = useQuery(pageGenerationQuery);
  const receipts = useQuery(receiptsQuery);
  const checkout = useCheckout();
  if (!account) return null;
  const isPro = account.plan.id === 'pro';
  return (
    <>
      <PageHeader title="Billing" lead="One-time payments only. Nothing renews." />
      <CheckoutOutcome outcome={outcome} isDone={isPro} active="Pro is active on all your waitlists." />
      <Section
        title={`You’re on ${account.plan.name}`}
        lead={isPro ? 'Pro is active on all your waitlists.' : 'One payment covers all your waitlists.'}
      >
        <Loaded query={prices} skeleton={<Lines count={9} height={20} />}>
          {known => (
            <PlanTable
              current={isPro ? 'pro' : 'free'}
              proPrice={known.get('pro') ?? 0}
              licensePrice={known.get('license') ?? 0}
              usage={account.usage}
              hasModel={generation?.available !== false}
              action={
                // No second offer while a payment is being confirmed.
                !isPro &&
                outcome !== 'paid' && (
                  <Button loading={checkout.isPending} onClick={() => checkout.mutate({ product: 'pro' })}>
                    {`Pay ${formatUsd(known.get('pro') ?? 0)}`}
                  </Button>
                )
              }
            />
          )}
        </Loaded>
        <CheckoutProblem checkout={checkout} />
      </Section>
      <Section title="Receipts" flush>
        <Loaded
          query={receipts}
          skeleton={
            <div className="section-body">
              <Lines />
            </div>
          }
        >
          {({ receipts: paid }) =>
            paid.length === 0 ? (
              <p className="section-body quiet">No payments yet.</p>
            ) : (
              <Receipts receipts={paid} />
            )
          }
        </Loaded>
      </Section>
    </>
  );
}

function Receipts({ receipts }: { readonly receipts: readonly Receipt[] }) {
  return (
    <div className="table-frame">
      <Table className="table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Product</Table.Th>
            <Table.Th className="wide-only">Date</Table.Th>
            <Table.Th className="figure">Amount</Table.Th>
            <Table.Th className="tools">
              <span className="unseen">Receipt</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {receipts.map(({ id, product, createdAt, amountUsd, refundedAt, test, url }) => (
            <Table.Tr key={id}>
              <Table.Td className="cell-text">
                <span className="row-title">{product === 'pro' ? 'Pro' : 'Waitlist license'}</span>
                <div className="row-sub">
                  <span className="narrow-only">{formatDay(createdAt)}</span>
                  {refundedAt && <span>{`Refunded ${formatDay(refundedAt)}`}</span>}
                  {test && (
                    <Badge size="xs" color="gray">
                      Test
                    </Badge>
                  )}
                </div>
              </Table.Td>
              <Table.Td className="wide-only quiet day">{formatDay(createdAt)}</Table.Td>
              <Table.Td className="figure">{formatUsd(amountUsd)}</Table.Td>
              <Table.Td className="tools">
                {url && (
                  <Button
                    component="a"
                    href={url}
                    target="_blank"
                    rel="noreferrer"
                    size="xs"
                    variant="subtle"
                    rightSection={<ArrowUpRight size={14} />}
                  >
                    Receipt
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
