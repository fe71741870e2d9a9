import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { Section } from '../components/section.tsx';
import { Check } from '../design/icons.ts';
import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { CheckoutOutcome } from './checkout-outcome.tsx';
import { Offer } from './offer.tsx';

/** Sells the license of one waitlist. */
export function LicenseScreen() {
  const { checkout: outcome } = useSearch({ from: '/waitlists/$id/license' });
  const { id, name, licensed } = useWaitlist();
  return (
    <>
      <CheckoutOutcome outcome={outcome} isDone={licensed} active={`“${name}” is licensed.`} />
      <Section
        title={licensed ? `“${name}” is licensed` : `License “${name}”`}
        lead={
          licensed
            ? 'The license lasts as long as the waitlist does.'
            : 'One payment. The license lasts as long as the waitlist does.'
        }
      >
        <ul className="benefits">
          <li>
            <Check size={16} aria-hidden />
            <span>People move up when friends join with their link</span>
          </li>
          <li>
            <Check size={16} aria-hidden />
            <span>You set how many places they gain, and the message they see</span>
          </li>
        </ul>
        {licensed ? (
          <Button mt="md" component={Link} to={`/waitlists/${id}/settings`} variant="default">
            Set up referrals
          </Button>
        ) : (
          // No second offer while a payment is being confirmed.
          outcome !== 'paid' && (
            <Offer buys={{ product: 'license', waitlistId: id }} terms="one-time, for this waitlist" />
          )
        )}
      </Section>
    </>
  );
}
