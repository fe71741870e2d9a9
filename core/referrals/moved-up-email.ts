import type { Email } from '../email/email.ts';
import { type PlaceFacts, renderPlaceEmail } from '../email/place-email.ts';
import { fillCount } from '../languages/format.ts';
import { textsOf } from '../languages/texts.ts';

/** The email to someone whose friends joined. */
export function renderMovedUpEmail({ movedBy, ...facts }: PlaceFacts & { readonly movedBy: number }): Email {
  const { language } = facts;
  const { movedUp, signedUp: why } = textsOf(language).emails;
  const { lead, said, rarely: otherwise, ...texts } = movedUp;
  return renderPlaceEmail(facts, {
    ...texts,
    lead: fillCount(language, lead, movedBy),
    said: fillCount(language, said, movedBy),
    why,
    otherwise,
  });
}
