import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { accountQuery } from '../api/queries.ts';
import { formatUsd } from '../components/format.ts';
import { ProblemView } from '../components/problem-view.tsx';
import { Section } from '../components/section.tsx';
import { Check } from '../design/icons.ts';
import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { CheckoutOutcome } from './checkout-outcome.tsx';
import { useCheckout } from './use-checkout.ts';

/** The licence of one waitlist: what it is for, and where it is paid. */
export function LicenseScreen() {
  const { checkout: outcome } = useSearch({ from: '/waitlists/$id/license' });
  const { data: account } = useQuery(accountQuery);
  const { id, name, licensed } = useWaitlist();
  const checkout = useCheckout();
  return (
    <>
      <CheckoutOutcome outcome={outcome} isDone={licensed} />
      <Section
        title={licensed ? `“${name}” is licensed` : `License “${name}”`}
        lead={licensed ? 'For as long as it exists.' : 'One payment, for as long as the waitlist exists.'}
      >
        <ul className="benefits">
          <li>
            <Check size={16} aria-hidden />
            Referrals move people up: friends who join lift whoever shared the link
          </li>
          <li>
            <Check size={16} aria-hidden />
            You say by how many places, and with which words
          </li>
        </ul>
        {licensed ? (
          <Button mt="md" component={Link} to={`/waitlists/${id}/settings`} variant="default">
            Set up referrals
          </Button>
        ) : (
          <Button
            mt="md"
            loading={checkout.isPending}
            onClick={() => checkout.mutate({ product: 'license', waitlistId: id })}
          >
            Pay {formatUsd(account?.billing.priceUsd ?? 0)} once
          </Button>
        )}
        {checkout.isError && (
          <div className="section-gap">
            <ProblemView error={checkout.error} />
          </div>
        )}
      </Section>
    </>
  );
}
