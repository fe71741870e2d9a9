import { renderCardEmail } from '../email/card-email.ts';
import type { Email } from '../email/email.ts';
import { SIGNED_UP } from '../email/place-email.ts';
import type { StoredDesign } from '../page-code/design.ts';
import { VALID_HOURS } from './pending-store.ts';

const TASK = `Confirm your email address to get your place in line. The link works for ${VALID_HOURS} hours.`;

/**
 * The email that asks people to confirm their address. It contains no text typed by a visitor, so nobody can send strangers'
 * words to an address with it.
 */
export const renderConfirmAddressEmail = (facts: {
  readonly to: string;
  readonly waitlistName: string;
  readonly design: StoredDesign;
  readonly pageUrl: string;
  readonly confirmUrl: string;
}): Email =>
  renderCardEmail({
    ...facts,
    subject: 'Confirm your email address for {name}',
    preview: TASK,
    lead: 'Join the waitlist for',
    above: TASK,
    button: { url: facts.confirmUrl, text: 'Confirm my email' },
    why: SIGNED_UP,
    otherwise: 'If that wasn’t you, ignore this email, and nothing happens.',
  });
