import type { Email } from '../email/email.ts';
import { type PlaceFacts, places, renderPlaceEmail } from './place-email.ts';

/** The email to someone whose friends joined. */
export const renderMovedUpEmail = ({ movedBy, ...email }: PlaceFacts & { readonly movedBy: number }): Email =>
  renderPlaceEmail({
    ...email,
    subject: `You moved up to #${email.position.toLocaleString('en-US')} for {name}`,
    label: 'Your new place in line',
    lead: `Friends joined with your link and moved you up ${places(movedBy)} on the list for`,
    why: 'You’re getting this email because someone entered this address at',
    otherwise: 'We send at most one a day.',
  });
