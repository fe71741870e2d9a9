import type { Email } from '../email/email.ts';
import { type PlaceFacts, renderPlaceEmail } from '../email/place-email.ts';

/** The email that someone on the list asked for: the link to their place. */
export const renderPlaceLinkEmail = (facts: PlaceFacts): Email =>
  renderPlaceEmail(facts, {
    subject: 'Your place in line for {name}',
    label: 'Your place in line',
    lead: 'Here’s your place on the list for',
    why: 'You’re getting this email because someone asked for it at',
    otherwise: 'If that wasn’t you, you can ignore this email.',
  });
