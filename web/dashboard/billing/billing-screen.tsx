import { Badge, Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { formatBytes } from '../../../core/kernel/format-bytes.ts';
import { PLANS } from '../../../core/kernel/plans.ts';
import { accountQuery, type Receipt, receiptsQuery } from '../api/queries.ts';
import { count, formatDay, formatNumber, formatUsd } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { ArrowUpRight, Check } from '../design/icons.ts';
import { CheckoutOutcome } from './checkout-outcome.tsx';
import { Offer } from './offer.tsx';

const PRO = [
  'Custom domains',
  'Your own Turnstile keys for bot protection',
  'Signups stored in your own Postgres or MySQL',
  'No “Powered by Anteroom” on your pages',
  `${PLANS.pro.aiGenerations} AI pages a month`,
  `${formatNumber(PLANS.pro.limits.waitlists)} waitlists and ${formatBytes(PLANS.pro.limits.imageBytes)} of images`,
];

/** The plan, licenses, and receipts. */
export function BillingScreen() {
  const { checkout: outcome } = useSearch({ from: '/billing' });
  const { data: account } = useQuery(accountQuery);
  const receipts = useQuery(receiptsQuery);
  if (!account) return null;
  const isPro = account.plan.id === 'pro';
  return (
    <>
      <PageHeader title="Billing" lead="One-time payments only. Nothing renews." />
      <CheckoutOutcome outcome={outcome} isDone={isPro} active="Pro is active on all your waitlists." />
      <Section
        title={isPro ? 'You’re on Pro' : 'Upgrade to Pro'}
        lead={isPro ? 'Pro is active on all your waitlists.' : 'One payment covers all your waitlists.'}
      >
        <ul className="benefits">
          {PRO.map(benefit => (
            <li key={benefit}>
              <Check size={16} aria-hidden />
              {benefit}
            </li>
          ))}
        </ul>
        {/* No second offer while a payment is being confirmed. */}
        {!isPro && outcome !== 'paid' && (
          <Offer buys={{ product: 'pro' }} terms="one-time, for all your waitlists" />
        )}
      </Section>
      <Section
        title="Licenses"
        lead={`A license lets referrals move people up. It covers one waitlist and costs ${formatUsd(account.billing.priceUsd)} once. Buy it in the waitlist’s settings.`}
      >
        <p className="quiet">
          {account.usage.licensedWaitlists} of {count(account.usage.waitlists, 'waitlist')} licensed
        </p>
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
                  {refundedAt && <span>Refunded {formatDay(refundedAt)}</span>}
                  {test && (
                    <Badge size="xs" color="gray" variant="light">
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
