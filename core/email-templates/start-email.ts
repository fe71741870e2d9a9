import type { CardLook } from '../email/card-layout.ts';
import { shareLine } from '../email/share-line.ts';
import type { TemplateKind } from '../email/template-kinds.ts';
import { emails } from '../languages/texts/en/emails.ts';
import { type SimpleEmail, writeSimpleEmail } from './simple-email.ts';

/** The look of a waitlist. */
interface Look {
  readonly design: { readonly [Member in 'brandColor' | 'logoUrl']?: CardLook[Member] | undefined };
  readonly referralEnabled: boolean;
  readonly referralBoost: number;
}

type Words = Pick<SimpleEmail, 'showPlace' | 'text' | 'button' | 'below'> & { readonly subject: string };

const share = ({ referralEnabled, referralBoost }: Look): string =>
  `${shareLine('en', emails, referralEnabled ? referralBoost : null)}\n\n{{referralLink}}`;

const PLACE_BUTTON = { label: 'See your place', url: '{{statusLink}}' };

/** The default email of each kind, with variables for what differs from person to person. */
const WORDS: Readonly<Record<TemplateKind, (look: Look) => Words>> = {
  confirmation: look => ({
    subject: 'You’re on the list for {{waitlistName}}',
    showPlace: true,
    text: 'Hi {{name}}, you’re on the list for\n\n# {{waitlistName}}',
    button: PLACE_BUTTON,
    below: share(look),
  }),
  confirm_address: () => ({
    subject: 'Confirm your email address for {{waitlistName}}',
    showPlace: false,
    text: 'Join the waitlist for\n\n# {{waitlistName}}\n\nConfirm your email address to get your place in line. The link works for 48 hours.',
    button: { label: 'Confirm my email', url: '{{confirmLink}}' },
    below: 'If that wasn’t you, ignore this email, and nothing happens.',
  }),
  invitation: () => ({
    subject: 'You’re in: {{waitlistName}}',
    showPlace: false,
    text: 'Hi {{name}}, it’s your turn. Here is your invitation to\n\n# {{waitlistName}}\n\n{{message}}',
    button: { label: 'Accept your invitation', url: '{{inviteLink}}' },
    below: 'This link is yours alone. It works until {{expiresOn}}.',
  }),
  moved_up: look => ({
    subject: 'You moved up to #{{position}} for {{waitlistName}}',
    showPlace: true,
    text: 'Hi {{name}}, friends joined with your link and moved you up by {{movedBy}} on the list for\n\n# {{waitlistName}}',
    button: PLACE_BUTTON,
    below: share(look),
  }),
};

/** What a template of a kind starts as: the default email, in the look of a waitlist. */
export function startEmail(
  kind: TemplateKind,
  look: Look,
): { readonly subject: string; readonly email: SimpleEmail } {
  const { subject, ...words } = WORDS[kind](look);
  const { brandColor = null, logoUrl = null } = look.design;
  return { subject, email: { ...words, brandColor, logoUrl } };
}

/** The same as the subject and HTML of a template. */
export function writeStartEmail(kind: TemplateKind, look: Look): { subject: string; html: string } {
  const { subject, email } = startEmail(kind, look);
  return { subject, html: writeSimpleEmail(email) };
}
