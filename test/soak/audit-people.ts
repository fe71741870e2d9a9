import type { Answers } from '../../core/questions/answers.ts';
import type { ListFacts, Verdict } from './audit.ts';
import { type AuditedList, emailsOf, onEach } from './audit-lists.ts';
import { noteOf, roleOf } from './ledger.ts';

/** The answers of each entry, wherever they are kept, by `seq`. */
function answersOf({ entries, rows }: ListFacts): Map<number, Answers> {
  const away = new Map(rows?.map(({ id, metadata }) => [id, metadata.answers ?? {}]));
  return new Map(
    entries.map(({ seq, id, email, answers }) => [seq, (email === null ? away.get(id) : answers) ?? {}]),
  );
}

/** Everyone's answers are what they said, and what their owner noted; and they are counted right. */
export const checkPeople = (lists: readonly AuditedList[]): Verdict =>
  onEach('answers and sources are kept and counted', lists, ({ list, people }, problem) => {
    const emails = emailsOf(list);
    const byEmail = new Map(people.map(person => [person.email, person]));
    let examined = 0;
    for (const [seq, { role, note }] of answersOf(list)) {
      const email = emails.get(seq);
      const person = email === undefined ? undefined : byEmail.get(email);
      if (email === undefined || !person) continue;
      examined++;
      if (role !== roleOf(email)) problem(`${email} answered ${roleOf(email)}, and ${role} is stored`);
      const noted = note === undefined ? 'no' : 'acknowledged';
      if (note !== undefined && note !== noteOf(email)) problem(`the note about ${email} is ${note}`);
      else if (person.noted !== 'asked' && person.noted !== noted)
        problem(`the note about ${email} is ${note === undefined ? 'lost' : 'there, and nobody wrote it'}`);
    }
    for (const { name, kept, counted } of list.facets)
      if (kept !== counted) problem(`${name} is counted as ${kept} instead of ${counted}`);
    return examined;
  });
