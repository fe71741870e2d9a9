import type { Email } from '../email/email.ts';
import { type PlaceFacts, renderPlaceEmail } from './place-email.ts';

/** Contents of a confirmation email. */
export interface Confirmation extends PlaceFacts {
  readonly stopUrl: string;
}

/** The default confirmation email. It is sent once, so only where friends can move its reader does it offer to stop more. */
export const renderConfirmation = (confirmation: Confirmation): Email =>
  renderPlaceEmail({
    ...confirmation,
    subject: "You're on the list for {name}",
    label: 'Your place in line',
    lead: 'You’re on the list for',
    why: 'You’re getting this email because someone entered this address at',
    ...(confirmation.referralBoost === null
      ? { otherwise: 'If that wasn’t you, ignore it and you won’t hear from us again.', stopUrl: null }
      : { otherwise: 'If that wasn’t you, you can ignore it.', stopUrl: confirmation.stopUrl }),
  });
