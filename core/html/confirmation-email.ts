import type { Email } from '../email/email.ts';
import { type PlaceFacts, renderPlaceEmail } from './place-email.ts';

/** Contents of a confirmation email. */
export type Confirmation = PlaceFacts;

/** The default confirmation email. */
export const renderConfirmation = (confirmation: Confirmation): Email =>
  renderPlaceEmail({
    ...confirmation,
    subject: "You're on the list for {name}",
    label: 'Your place in line',
    lead: 'You’re on the list for',
    why: 'You’re getting this email because someone entered this address at',
    otherwise: 'If that wasn’t you, you can ignore it.',
  });
