import type { Facts, Verdict } from './audit.ts';
import { type AuditedList, emailsOf, onEach } from './audit-lists.ts';
import type { Ledger, Moment } from './ledger.ts';
import { GRACE_MS, outageAt } from './outages.ts';

/** One email of each kind for each signup. SES may have accepted one that was not marked as sent when something broke. */
export function checkMail({ people, links, mail, outages }: Ledger, { lists }: Facts): Verdict {
  const problems: string[] = [];
  /** How many were repeated, by fault. */
  const repeated: Record<string, number> = {};
  const examine = (email: string, kind: string, moments: readonly Moment[]): void => {
    for (const sent of moments.slice(0, -1)) {
      const outage = outageAt(outages, 'service', sent, sent + GRACE_MS, GRACE_MS);
      if (outage) repeated[outage.fault] = (repeated[outage.fault] ?? 0) + 1;
      else problems.push(`${email} got ${moments.length} emails (${kind})`);
    }
  };
  for (const list of lists) {
    const emails = emailsOf(list);
    for (const { seq, code } of list.entries) {
      const email = emails.get(seq);
      if (email !== undefined && mail.get(code)?.to !== email) problems.push(`${email} got no email`);
    }
  }
  for (const { to, sent } of mail.values()) {
    if (!people.has(to)) problems.push(`${to} got an email, and never signed up`);
    examine(to, 'place', sent);
  }
  for (const { kind, person, sent } of links.values()) examine(person.email, kind, sent);
  const sorted = Object.entries(repeated).sort(([, a], [, b]) => b - a);
  const note = `repeated: ${sorted.map(([fault, times]) => `${times} at ${fault}`).join(', ') || 'none'}`;
  return { check: 'one email each', examined: mail.size + links.size, problems, note };
}

/** Where addresses are confirmed, only those join, and everyone who signs up is asked. */
export function checkConfirmations({ links, mail, left }: Ledger, lists: readonly AuditedList[]): Verdict {
  const asked = Map.groupBy(
    links.values().filter(({ kind }) => kind === 'confirm'),
    ({ person }) => person,
  );
  const leftCodes = new Set(left.map(({ place }) => place?.code));
  const placed = new Set([...mail].filter(([code]) => !leftCodes.has(code)).map(([, { to }]) => to));
  return onEach('only confirmed addresses join', lists, ({ list, people }, problem) => {
    if (!list.confirms) return 0;
    const entered = new Set(emailsOf(list).values());
    for (const person of people) {
      const { email, signups, pending, erased } = person;
      const links = asked.get(person) ?? [];
      const isSent = links.some(({ followed }) => followed !== 'no');
      if (!isSent && entered.has(email)) problem(`${email} is on the list, and never confirmed`);
      if (!isSent && placed.has(email)) problem(`${email} got a place, and never confirmed`);
      if (links.length > signups)
        problem(`${email} signed up ${signups} times, and got ${links.length} links`);
      // On the list, a signup is answered with the place instead.
      const owed = isSent || erased !== 'no' ? Math.min(1, pending) : pending;
      if (links.length < owed) problem(`${email} got ${links.length} links for ${pending} signups`);
    }
    return people.length;
  });
}
