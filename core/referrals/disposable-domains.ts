import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

let known: ReadonlySet<string> | undefined;

/**
 * Whether an address is at a domain, or below one, whose mailboxes anyone can make and throw away.
 * @param email - a valid address
 */
export function isDisposable(email: string): boolean {
  known ??= disposableEmailBlocklistSet();
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  return labels.some((_, index) => known?.has(labels.slice(index).join('.')));
}
