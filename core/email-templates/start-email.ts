import type { CardLook } from '../email/card-layout.ts';
import { shareLine } from '../email/share-line.ts';
import type { TemplateKind } from '../email/template-kinds.ts';
import { VALID_HOURS } from '../email/valid-hours.ts';
import { fill, fillCount } from '../languages/format.ts';
import type { Language } from '../languages/language.ts';
import type { Texts } from '../languages/texts.ts';
import { type SimpleEmail, writeSimpleEmail } from './simple-email.ts';

/** The look of a waitlist. */
interface Look {
  readonly design: { readonly [Member in 'brandColor' | 'logoUrl']?: CardLook[Member] | undefined };
  readonly referralEnabled: boolean;
  readonly referralBoost: number;
}

type Words = Pick<SimpleEmail, 'showPlace' | 'text' | 'button' | 'below'> & { readonly subject: string };

/** The language of a start, and its texts for emails: browsers load those of one language. */
export interface StartWords {
  readonly language: Language;
  readonly texts: Texts['emails'];
}

const NAME = '{{waitlistName}}';
const number = ({ number }: Texts['emails']): string => fill(number, { place: '{{position}}' });

const share = ({ referralEnabled, referralBoost }: Look, { language, texts }: StartWords): string =>
  `${shareLine(language, texts, referralEnabled ? referralBoost : null)}\n\n{{referralLink}}`;

/** The default email of each kind, with variables for what differs from person to person. */
const WORDS: Readonly<Record<TemplateKind, (words: StartWords, look: Look) => Words>> = {
  confirmation: (words, look) => ({
    subject: fill(words.texts.confirmation.subject, { name: NAME }),
    showPlace: true,
    text: `${fill(words.texts.confirmation.greeting, { visitor: '{{name}}' })}\n\n# ${NAME}`,
    button: { label: words.texts.seePlace, url: '{{statusLink}}' },
    below: share(look, words),
  }),
  confirm_address: ({ language, texts: { confirmAddress } }) => ({
    subject: fill(confirmAddress.subject, { name: NAME }),
    showPlace: false,
    text: `${confirmAddress.lead}\n\n# ${NAME}\n\n${fillCount(language, confirmAddress.task, VALID_HOURS)}`,
    button: { label: confirmAddress.button, url: '{{confirmLink}}' },
    below: confirmAddress.otherwise,
  }),
  invitation: ({ texts: { invitation } }) => ({
    subject: fill(invitation.subject, { name: NAME }),
    showPlace: false,
    text: `${invitation.inText}\n\n${invitation.lead}\n\n# ${NAME}\n\n{{message}}`,
    button: { label: invitation.button, url: '{{inviteLink}}' },
    below: fill(invitation.validity, { date: '{{expiresOn}}' }),
  }),
  moved_up: (words, look) => ({
    subject: fill(words.texts.movedUp.subject, { number: number(words.texts), name: NAME }),
    showPlace: true,
    text: `${words.texts.movedUp.start}\n\n# ${NAME}`,
    button: { label: words.texts.seePlace, url: '{{statusLink}}' },
    below: share(look, words),
  }),
};

/** What a template of a kind starts as: the default email, in the look of a waitlist. */
export function startEmail(
  kind: TemplateKind,
  look: Look,
  words: StartWords,
): { readonly subject: string; readonly email: SimpleEmail } {
  const { subject, ...rest } = WORDS[kind](words, look);
  const { brandColor = null, logoUrl = null } = look.design;
  return { subject, email: { ...rest, brandColor, logoUrl } };
}

/** The same as the subject and HTML of a template. */
export function writeStartEmail(
  kind: TemplateKind,
  look: Look,
  words: StartWords,
): { subject: string; html: string } {
  const { subject, email } = startEmail(kind, look, words);
  return { subject, html: writeSimpleEmail(email) };
}
