import type { Email } from '../email/email.ts';
import { type PlaceFacts, renderPlaceEmail, renderPlaceHtml } from '../email/place-email.ts';
import { shareLine } from '../email/share-line.ts';
import { fill } from '../languages/format.ts';
import type { Language } from '../languages/language.ts';
import { textsOf } from '../languages/texts.ts';
import type { StoredDesign } from '../page-code/design.ts';

/** The default confirmation email. */
export function renderConfirmation(facts: PlaceFacts): Email {
  const { confirmation, place, placeText, signedUp: why, ignore: otherwise } = textsOf(facts.language).emails;
  const { subject, lead, said } = confirmation;
  return renderPlaceEmail(facts, { subject, place, placeText, lead, said, why, otherwise });
}

interface Look {
  readonly language: Language;
  readonly design: StoredDesign;
  readonly referralEnabled: boolean;
  readonly referralBoost: number;
}

/**
 * The same email as a template in the look of a waitlist, with variables for what differs from person to person. It greets
 * them by name, and has no end of its own: every template gets our line.
 */
export function renderConfirmationTemplate({ language, design, referralEnabled, referralBoost }: Look): {
  readonly subject: string;
  readonly html: string;
} {
  const texts = textsOf(language).emails;
  const { subject, greeting } = texts.confirmation;
  const number = fill(texts.number, { place: '{{position}}' });
  return {
    subject: fill(subject, { name: '{{waitlistName}}' }),
    html: renderPlaceHtml(
      {
        language,
        design,
        label: texts.place,
        number,
        preview: fill(texts.placeText, { number }),
        lead: fill(greeting, { visitor: '{{name}}' }),
        waitlistName: '{{waitlistName}}',
        statusUrl: '{{statusLink}}',
        share: shareLine(language, texts, referralEnabled ? referralBoost : null),
        referralLink: '{{referralLink}}',
      },
      '',
    ),
  };
}
