import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { Section } from '../components/section.tsx';
import { Check } from '../design/icons.ts';
import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { CheckoutOutcome } from './checkout-outcome.tsx';
import { Offer } from './offer.tsx';

/** The licence of one waitlist: what it is for, and where it is paid. */
export function LicenseScreen() {
  const { checkout: outcome } = useSearch({ from: '/waitlists/$id/license' });
  const { id, name, licensed } = useWaitlist();
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
          // Who has just paid is not asked again while the payment is on its way.
          outcome !== 'paid' && (
            <Offer
              wish={{ product: 'license', waitlistId: id }}
              terms="once, for this waitlist; nothing renews by itself"
            />
          )
        )}
      </Section>
    </>
  );
}
