import type { Email } from '../email/email.ts';
import { type PlaceFacts, type PlaceWords, renderPlaceEmail } from './place-email.ts';

const WORDS: PlaceWords = {
  subject: "You're on the list for {name}",
  label: 'Your place in line',
  lead: 'You’re on the list for',
  otherwise: 'If that wasn’t you, you can ignore this email.',
};

/** The default confirmation email. */
export const renderConfirmation = (facts: PlaceFacts): Email => renderPlaceEmail(facts, WORDS);
