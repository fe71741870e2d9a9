import type { Ledger, MailedLink, Moment } from './ledger.ts';
import type { Stage } from './stage.ts';

/** The links that the load follows, by kind. */
const LINKS: readonly { readonly kind: MailedLink['kind']; readonly form: RegExp }[] = [
  { kind: 'confirm', form: /http\S+\/c\/[\w-]+/ },
  { kind: 'invitation', form: /http\S+[?&]code=[\w-]+/ },
];

/**
 * Records when SES accepted an email, and the links in it.
 * @returns the moments of confirmation emails, by recipient
 */
export function watchMail(stage: Stage, ledger: Ledger): Map<string, Moment[]> {
  const mail = new Map<string, Moment[]>();

  function recordLink(to: string, kind: MailedLink['kind'], url: string): void {
    const known = ledger.links.get(url);
    const person = ledger.people.get(to);
    if (known) known.sent.push(ledger.now());
    else if (!person) ledger.surprises.push(`${to} got a link, and never signed up`);
    else {
      const link: MailedLink = { kind, url, person, sent: [ledger.now()], followed: 'no' };
      ledger.links.set(url, link);
      ledger.inbox.push(link);
    }
  }

  stage.onMail = (to, subject, text) => {
    if (subject.startsWith("You're on the list")) mail.set(to, [...(mail.get(to) ?? []), ledger.now()]);
    for (const { kind, form } of LINKS) {
      const [url] = form.exec(text) ?? [];
      if (url !== undefined) recordLink(to, kind, url);
    }
  };
  return mail;
}
