import type { Email } from '../email/email.ts';
import { cardText, note, renderCard } from '../email/email-layout.ts';
import { SERVICE_NAME } from '../kernel/identity.ts';

const EXPIRY =
  'The code and link work once and expire in 10 minutes. Never share them. If you didn’t request this email, you can ignore it: nobody can sign in without it.';

/** The sign-in email: a code for the browser that requested it, and a link for any other. */
export function renderSignInEmail(message: {
  readonly to: string;
  readonly code: string;
  readonly link: string;
}): Email {
  const { to, code } = message;
  return {
    to,
    subject: `${code} is your Anteroom sign-in code`,
    text: [
      `Your sign-in code: ${code}`,
      `Enter it in the browser where you requested it, or open this link on any device:\n${message.link}`,
      EXPIRY,
    ].join('\n\n'),
    html: renderCard(
      {
        language: 'en',
        design: {},
        preview: `Your sign-in code: ${code}`,
        number: {
          label: 'Enter this code in the browser where you requested it',
          value: code,
          letterSpacing: 6,
        },
        lead: 'Sign in to',
        name: SERVICE_NAME,
        button: { url: message.link, text: 'Sign in' },
      },
      { above: cardText('Or sign in on any device:'), end: note(EXPIRY) },
    ),
  };
}
