import { Badge, Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { PLANS } from '../../../core/kernel/plans.ts';
import { type Receipt, receiptsQuery } from '../api/people.ts';
import { accountQuery } from '../api/queries.ts';
import { formatDay, formatUsd } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { ArrowUpRight, Check } from '../design/icons.ts';
import { CheckoutOutcome } from './checkout-outcome.tsx';
import { Offer } from './offer.tsx';

const PRO = [
  'Pages on your own domains',
  'Bot challenges with keys of your own',
  'Signups in your own Postgres or MySQL',
  'No “Powered by Anteroom” on your pages',
  `${PLANS.pro.aiGenerations} pages by AI a month`,
];

/** The plan, what it would cost to change it, and what was paid. */
export function BillingScreen() {
  const { checkout: outcome } = useSearch({ from: '/billing' });
  const { data: account } = useQuery(accountQuery);
  const receipts = useQuery(receiptsQuery);
  if (!account) return null;
  const isPro = account.plan.id === 'pro';
  return (
    <>
      <PageHeader title="Billing" lead="One-time payments only: nothing renews by itself." />
      <CheckoutOutcome outcome={outcome} isDone={isPro} />
      <Section
        title={isPro ? 'You are on Pro' : 'Upgrade to Pro'}
        lead={isPro ? 'For all your waitlists.' : 'One payment, for all your waitlists.'}
      >
        <ul className="benefits">
          {PRO.map(benefit => (
            <li key={benefit}>
              <Check size={16} aria-hidden />
              {benefit}
            </li>
          ))}
        </ul>
        {/* Who has just paid is not asked again while the payment is on its way. */}
        {!isPro && outcome !== 'paid' && (
          <Offer wish={{ product: 'pro' }} terms="once, for all your waitlists; nothing renews by itself" />
        )}
      </Section>
      <Section
        title="Licences"
        lead={`A licence is for one waitlist and lets referrals move people up. ${formatUsd(account.billing.priceUsd)}, once; buy it in the waitlist’s settings.`}
      >
        <p className="quiet">
          {account.usage.licensedWaitlists} of {account.usage.waitlists} of your waitlists are licensed.
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
              <p className="section-body quiet">Nothing was paid yet.</p>
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
            <Table.Th>Paid for</Table.Th>
            <Table.Th className="wide-only">On</Table.Th>
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
                <span className="row-title">{product === 'pro' ? 'Pro' : 'Licence of a waitlist'}</span>
                <div className="row-sub">
                  <span className="narrow-only">{formatDay(createdAt)}</span>
                  {refundedAt && <span>refunded {formatDay(refundedAt)}</span>}
                  {test && (
                    <Badge size="xs" color="gray" variant="light">
                      test
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
