import { normalizeEmail } from './email-digest.ts';

/** Hosts that treat `a.b@` and `ab@` as the same mailbox, under all their domain names. */
const DOTLESS = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
]);

/**
 * The mailbox behind an address, judging by its form: `ada+anything@example.com` is `ada@example.com`. Use it only for
 * limits: treating two people as one costs an email, but treating one person as two would let anybody fill an inbox.
 */
export function mailboxOf(email: string): string {
  const normal = normalizeEmail(email);
  const at = normal.lastIndexOf('@');
  const local = normal.slice(0, at);
  const domain = normal.slice(at + 1);
  const host = DOTLESS.get(domain);
  // An address that starts with a plus has no other name.
  const name = /^[^+]+/.exec(local)?.[0] ?? local;
  return host === undefined ? `${name}@${domain}` : `${name.replaceAll('.', '')}@${host}`;
}
