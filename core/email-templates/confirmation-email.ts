import type { Email } from '../email/email.ts';
import {
  type PlaceFacts,
  type PlaceWords,
  renderPlaceEmail,
  renderPlaceHtml,
  SIGNED_UP,
} from '../email/place-email.ts';
import { shareLine } from '../email/share-line.ts';
import type { StoredDesign } from '../page-code/design.ts';

const WORDS: PlaceWords = {
  subject: 'You’re on the list for {name}',
  label: 'Your place in line',
  lead: 'You’re on the list for',
  why: SIGNED_UP,
  otherwise: 'If that wasn’t you, you can ignore this email.',
};

/** The default confirmation email. */
export const renderConfirmation = (facts: PlaceFacts): Email => renderPlaceEmail(facts, WORDS);

interface Look {
  readonly design: StoredDesign;
  readonly referralEnabled: boolean;
  readonly referralBoost: number;
}

const { lead } = WORDS;

/**
 * The same email as a template in the look of a waitlist, with variables for what differs from person to person. It greets
 * them by name, and has no end of its own: every template gets our line.
 */
export const renderConfirmationTemplate = ({ design, referralEnabled, referralBoost }: Look) => ({
  subject: WORDS.subject.replace('{name}', '{{waitlistName}}'),
  html: renderPlaceHtml(
    {
      design,
      label: WORDS.label,
      place: '{{position}}',
      lead: `Hi {{name}}, ${lead.charAt(0).toLowerCase()}${lead.slice(1)}`,
      waitlistName: '{{waitlistName}}',
      statusUrl: '{{statusLink}}',
      share: shareLine(referralEnabled ? referralBoost : null),
      referralLink: '{{referralLink}}',
    },
    '',
  ),
});
