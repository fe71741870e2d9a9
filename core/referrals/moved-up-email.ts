import type { Email } from '../email/email.ts';
import { type PlaceFacts, renderPlaceEmail, SIGNED_UP } from '../email/place-email.ts';
import { places } from '../email/share-line.ts';

/** The email to someone whose friends joined. */
export const renderMovedUpEmail = ({ movedBy, ...facts }: PlaceFacts & { readonly movedBy: number }): Email =>
  renderPlaceEmail(facts, {
    subject: `You moved up to #${facts.position.toLocaleString('en-US')} for {name}`,
    label: 'Your new place in line',
    lead: `Friends joined with your link and moved you up ${places(movedBy)} on the list for`,
    why: SIGNED_UP,
    otherwise: 'We send at most one update a day.',
  });
