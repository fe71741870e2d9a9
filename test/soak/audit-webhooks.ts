import type { DeliveryFact, Facts, ListFacts, Verdict } from './audit.ts';
import { type AuditedList, onEach } from './audit-lists.ts';
import type { Told } from './receiver.ts';

type Report = (problem: string) => void;

/** How often each type must be told of each entry that exists, by id. */
function expectedOf({ entries, invitations }: ListFacts): Map<string, Record<string, number>> {
  const invited = Map.groupBy(invitations, ({ seq }) => seq);
  return new Map(
    entries
      .filter(({ isErased }) => !isErased)
      .map(({ id, seq, referralCount, status }) => [
        id,
        {
          'entry.joined': 1,
          'entry.referred': referralCount,
          'entry.invited': invited.get(seq)?.length ?? 0,
          'entry.accepted': status === 'accepted' ? 1 : 0,
          'entry.erased': 0,
        },
      ]),
  );
}

/** Deliveries that were due when the database with their person was detached, and never came: nobody knew who it is. */
function droppedOf({ list, detachments }: AuditedList, told: readonly Told[]): DeliveryFact[] {
  if (detachments === 0) return [];
  const away = new Set(list.entries.filter(({ delivery }) => delivery === 'done').map(({ seq }) => seq));
  const received = new Set(told.map(({ id }) => id));
  return (list.deliveries ?? []).filter(
    ({ id, seq, state }) => state === 'failed' && seq !== null && away.has(seq) && !received.has(id),
  );
}

/** Each event was told under one id, or dropped. Of erased people, only that they are erased must have been. */
function checkEvents(
  { list, people }: AuditedList,
  told: readonly Told[],
  dropped: readonly DeliveryFact[],
  problem: Report,
): void {
  const expected = expectedOf(list);
  const ids = new Map(list.entries.map(({ seq, id }) => [seq, id]));
  const droppedOnes = Map.groupBy(dropped, ({ type, seq }) => `${type} of ${ids.get(seq ?? 0)}`);
  const erased = new Set(
    people.flatMap(({ erased, entryId }) =>
      erased !== 'no' && entryId !== null && !expected.has(entryId) ? [entryId] : [],
    ),
  );
  const byEntry = Map.groupBy(told, ({ entryId }) => entryId);
  const count = (id: string, wanted: string) =>
    (byEntry.get(id) ?? []).filter(({ type }) => type === wanted).length;
  for (const [id, types] of expected)
    for (const [type, times] of Object.entries(types)) {
      const found = count(id, type) + (droppedOnes.get(`${type} of ${id}`)?.length ?? 0);
      if (found !== times) problem(`${type} of ${id} has ${found} ids instead of ${times}`);
    }
  for (const id of erased) {
    if (count(id, 'entry.erased') !== 1) problem(`the erasure of ${id} has ${count(id, 'entry.erased')} ids`);
    for (const type of ['entry.joined', 'entry.accepted'])
      if (count(id, type) > 1) problem(`${type} of ${id}, who is erased, has ${count(id, type)} ids`);
  }
  for (const id of byEntry.keys())
    if (!expected.has(id) && !erased.has(id)) problem(`${id} was told of, and never existed`);
}

/** The log says of each event that it was delivered, and has nothing of erased people but that. */
function checkLog(
  { entries, deliveries }: ListFacts,
  told: readonly Told[],
  dropped: readonly DeliveryFact[],
  problem: Report,
): void {
  const excused = new Set(dropped);
  const erased = new Set(entries.filter(({ isErased }) => isErased).map(({ seq }) => seq));
  const received = new Set(told.map(({ id }) => id));
  for (const delivery of deliveries ?? []) {
    const { id, type, seq, state } = delivery;
    if (excused.has(delivery)) continue;
    if (state !== 'delivered') problem(`the delivery ${id} (${type}) is ${state}`);
    else if (!received.has(id)) problem(`the delivery ${id} (${type}) never came`);
    if (seq !== null && erased.has(seq)) problem(`the delivery ${id} (${type}) is about an erased person`);
  }
}

/** What happens on a waitlist with a webhook is told, each time under one id. */
export function checkWebhooks({ told, forged }: Facts, lists: readonly AuditedList[]): Verdict {
  const byList = Map.groupBy(told, ({ list }) => list);
  let drops = 0;
  const verdict = onEach('webhooks tell each event', lists, (audited, problem) => {
    const { list } = audited;
    if (list.deliveries === null) return 0;
    const theirs = byList.get(list.slug) ?? [];
    const dropped = droppedOf(audited, theirs);
    drops += dropped.length;
    checkEvents(audited, theirs, dropped, problem);
    checkLog(list, theirs, dropped, problem);
    return theirs.length;
  });
  const repeats = told.reduce((sum, { times }) => sum + times - 1, 0);
  const note = `sent again with the same id: ${repeats}; dropped when detached: ${drops}`;
  return { ...verdict, problems: [...verdict.problems, ...forged], note };
}
