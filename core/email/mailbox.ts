import { normalizeEmail } from '../signups/email-digest.ts';

/** Hosts that read `a.b@` and `ab@` as one, by all of their names. */
const DOTLESS = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
]);

/**
 * Whose inbox an address leads to, as far as its form tells: `ada+anything@example.com` is `ada@example.com`. For limits
 * only, where taking two people for one costs an email and taking one for two would let anybody fill an inbox.
 */
export function mailboxOf(email: string): string {
  const normal = normalizeEmail(email);
  const at = normal.lastIndexOf('@');
  const local = normal.slice(0, at);
  const domain = normal.slice(at + 1);
  const host = DOTLESS.get(domain);
  // What begins with a plus has no other name to go by.
  const name = /^[^+]+/.exec(local)?.[0] ?? local;
  return host === undefined ? `${name}@${domain}` : `${name.replaceAll('.', '')}@${host}`;
}
