import type { Email } from '../email/email.ts';
import { type PlaceFacts, renderPlaceEmail } from '../email/place-email.ts';
import { textsOf } from '../languages/texts.ts';

/** The email that someone on the list asked for: the link to their place. */
export function renderPlaceLinkEmail(facts: PlaceFacts): Email {
  const { placeLink, place, placeText, askedFor: why, ignore: otherwise } = textsOf(facts.language).emails;
  return renderPlaceEmail(facts, { ...placeLink, place, placeText, why, otherwise });
}
