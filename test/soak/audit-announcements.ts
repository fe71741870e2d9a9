import type { Announcement } from '../../core/announcements/schemas.ts';
import type { Verdict } from './audit.ts';
import { type AuditedList, onEach } from './audit-lists.ts';
import type { Ledger } from './ledger.ts';

/** Everybody gets an announcement at most once, and is counted once: as sent, or with the reason. */
export function checkAnnouncements(
  { announced, announcementMail, people }: Ledger,
  lists: readonly AuditedList[],
): Verdict {
  let emails = 0;
  let unknown = 0;
  const verdict = onEach('announcements reach each person once', lists, ({ list }, problem) => {
    const found = new Map(list.announcements.map(each => [each.subject, each]));
    for (const { subject, isStarted } of announced.filter(each => each.list === list.slug)) {
      const fact = found.get(subject);
      const mail = announcementMail.get(subject) ?? new Map<string, number>();
      for (const [to, times] of mail) {
        if (times > 1) problem(`${to} got ${subject} ${times} times`);
        if (people.get(to)?.list !== list.slug) problem(`${to} got ${subject}, and is on another list`);
      }
      emails += mail.size;
      const isSent = fact?.state === 'sent' || (fact?.state === 'sending' && fact.left > 0);
      if (isStarted && !isSent) problem(`${subject} is ${fact?.state}`);
      if (!fact || !isSent) {
        if (mail.size > 0 && fact?.state !== 'sent') problem(`${subject} was sent, and is ${fact?.state}`);
        continue;
      }
      const skipped = Object.values(fact.skipped).reduce((sum, count) => sum + count, 0);
      if (fact.recipients !== fact.sent + skipped + fact.left)
        problem(`${subject} has ${fact.recipients} recipients, ${fact.sent} sent, ${skipped} skipped`);
      unknown += fact.skipped.unknown ?? 0;
      const most = fact.sent + (fact.skipped.unknown ?? 0);
      if (mail.size < fact.sent || mail.size > most)
        problem(`${subject} reached ${mail.size} people instead of ${fact.sent} to ${most}`);
    }
    return found.size;
  });
  return { ...verdict, note: `${emails} emails, ${unknown} unknown` };
}

/** Those who were in flight together when the server was killed, and when Postgres was. */
const MOST_UNKNOWN = 2 * 20;

/** One announcement to so many people: everybody got it once, but for the few who were in flight at a crash. */
export function checkMany(
  { state, recipients, sent, skipped }: Pick<Announcement, 'state' | 'recipients' | 'sent' | 'skipped'>,
  mail: ReadonlyMap<string, number>,
  people: readonly string[],
): Verdict {
  const problems: string[] = [];
  const known = new Set(people);
  for (const [to, times] of mail) {
    if (times > 1) problems.push(`${to} got it ${times} times`);
    if (!known.has(to)) problems.push(`${to} got it, and is not on the list`);
  }
  const unknown = skipped.find(({ reason }) => reason === 'unknown')?.count ?? 0;
  if (state !== 'sent' || recipients !== people.length || sent + unknown !== people.length)
    problems.push(`it is ${state}: ${recipients} recipients, ${sent} sent, ${unknown} unknown`);
  const missing = people.filter(email => !mail.has(email)).length;
  if (missing > unknown || unknown > MOST_UNKNOWN)
    problems.push(`${missing} people did not get it, and ${unknown} are unknown`);
  const note = `${mail.size} emails, ${unknown} unknown`;
  return { check: 'an announcement to many', examined: people.length, problems, note };
}
