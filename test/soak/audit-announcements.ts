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
