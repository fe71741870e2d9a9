import type { Ledger, MailedLink } from './ledger.ts';
import type { Stage } from './stage.ts';

/** The links that the load follows, by kind. */
const LINKS: readonly { readonly kind: MailedLink['kind']; readonly form: RegExp }[] = [
  { kind: 'confirm', form: /http\S+\/c\/[\w-]+/ },
  { kind: 'invitation', form: /http\S+[?&]code=[\w-]+/ },
];

/** In emails that tell a place. */
const REFERRAL_CODE = /[?&]ref=([\w-]+)/;
const STOP_URL = /http\S+\/u\/[\w-]+/;

/** Records when SES accepted an email, and the links in it. */
export function watchMail(stage: Stage, ledger: Ledger): void {
  function recordPlace(to: string, text: string): void {
    const code = REFERRAL_CODE.exec(text)?.[1] ?? '';
    const mail = ledger.mail.get(code) ?? { to, stopUrl: STOP_URL.exec(text)?.[0] ?? '', sent: [] };
    ledger.mail.set(code, mail);
    mail.sent.push(ledger.now());
    if (mail.to !== to) ledger.surprises.push(`${to} was told the place of ${mail.to}`);
  }

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

  function recordAnnouncement(to: string, subject: string): void {
    const people = ledger.announcementMail.get(subject) ?? new Map<string, number>();
    ledger.announcementMail.set(subject, people);
    people.set(to, (people.get(to) ?? 0) + 1);
  }

  stage.onMail = (to, subject, text) => {
    if (subject.startsWith('News ')) recordAnnouncement(to, subject);
    if (subject.startsWith('You’re on the list')) recordPlace(to, text);
    for (const { kind, form } of LINKS) {
      const [url] = form.exec(text) ?? [];
      if (url !== undefined) recordLink(to, kind, url);
    }
  };
}
