import { describe, expect, it } from '@jest/globals';
import type { EntryFact, ListFacts, ReferralFact, Verdict } from '../../soak/audit.ts';
import { checkReferrals } from '../../soak/audit-referrals.ts';
import { newPerson, type Person } from '../../soak/ledger.ts';

interface Run {
  readonly people: Person[];
  readonly entries: EntryFact[];
  readonly referrals: ReferralFact[];
}

/** The first of a list is Ann, whom the others referred to themselves, or to her. */
function createRun(): Run {
  const people: Person[] = [];
  const join = (email: string, mailbox: string, referrer: Person | null, erased: Person['erased'] = 'no') => {
    const position = people.length + 1;
    const place = { position, code: `code-${position}` };
    const person = { ...newPerson('own', email, referrer, mailbox), place, acknowledged: true, erased };
    people.push(person);
    return person;
  };
  join('first@soak.test', 'first@soak.test', null);
  join('second@soak.test', 'second@soak.test', null);
  const ann = join('ann@soak.test', 'ann@soak.test', null);
  // Bob joins, leaves, joins again, and leaves; then under another address, and stays. So he was credited once.
  join('bob@soak.test', 'bob@soak.test', ann, 'acknowledged');
  join('bob@soak.test', 'bob@soak.test', ann, 'acknowledged');
  join('bob+1@soak.test', 'bob@soak.test', ann);
  join('ann+1@soak.test', 'ann@soak.test', ann);
  const positions = [1, 3, 2, 4, 5, 6, 7];
  const entries = people.map(({ email, erased, referrer, place }, index): EntryFact => {
    const isErased = erased === 'acknowledged';
    return {
      seq: index + 1,
      id: `id-${index + 1}`,
      email: isErased ? null : email,
      answers: null,
      position: positions[index] ?? 0,
      ahead: 0,
      code: isErased ? `random-${index}` : (place?.code ?? ''),
      referralCount: index === 2 ? 1 : 0,
      referredBy: isErased || !referrer ? null : 'code-3',
      status: 'waiting',
      isErased,
      delivery: 'none',
    };
  });
  const states = ['credited', 'revoked', 'held', 'held'] as const;
  const referrals = states.map((state, index) => ({ seq: index + 4, referrerSeq: 3, state }));
  return { people, entries, referrals };
}

function check({ people, entries, referrals }: Run): Verdict {
  const rest = { rows: null, facets: [], announcements: [], batches: [], invitations: [], deliveries: null };
  const list: ListFacts = { slug: 'own', boost: 1, confirms: false, entries, referrals, ...rest };
  return checkReferrals([{ list, people, detachments: 0 }]);
}

const change = <Item>(items: Item[], index: number, changes: Partial<Item>): void => {
  items[index] = { ...(items[index] as Item), ...changes };
};

it('credits a mailbox once, however often it leaves and joins again', () => {
  expect(check(createRun())).toMatchObject({ examined: 4, problems: [] });
});

describe('a planted fault', () => {
  const cases: readonly (readonly [string, string, (run: Run) => unknown])[] = [
    [
      'a mailbox that is credited each time it joins',
      'number 3 has 2 referrals instead of 1',
      ({ entries, referrals }) => {
        change(entries, 2, { position: 1, referralCount: 2 });
        change(entries, 0, { position: 2 });
        change(referrals, 1, { state: 'credited' });
      },
    ],
    [
      'a person who refers themself',
      'the referral of number 7 is credited instead of held',
      ({ referrals }) => change(referrals, 3, { state: 'credited' }),
    ],
    [
      'a referral that is forgotten with its friend',
      'the referral of number 4 is lost',
      ({ referrals }) => referrals.splice(0, 1),
    ],
    [
      'a held referral that outlives its friend',
      'the referral of number 5 is held instead of revoked',
      ({ referrals }) => change(referrals, 1, { state: 'held' }),
    ],
    [
      'a credit that is taken back when its friend leaves',
      'the referral of number 4 is revoked instead of credited',
      ({ referrals }) => change(referrals, 0, { state: 'revoked' }),
    ],
    [
      'a count that is more than the ledger has',
      'number 3 has 2 referrals instead of 1',
      ({ entries }) => change(entries, 2, { referralCount: 2 }),
    ],
    [
      'a referral of somebody else',
      'the referral of number 6 is by 1 instead of 3',
      ({ referrals }) => change(referrals, 2, { referrerSeq: 1 }),
    ],
    [
      'a referral that nobody made',
      'number 2 has a referral, and nobody referred them',
      ({ referrals }) => referrals.push({ seq: 2, referrerSeq: 3, state: 'held' }),
    ],
    [
      'a place that closes when its person leaves',
      'number 6 stands at 5 instead of 6',
      ({ entries }) => change(entries, 5, { position: 5 }),
    ],
    [
      'a person who left, and is still said to be referred',
      'number 4 was referred by code-3 instead of null',
      ({ entries }) => change(entries, 3, { referredBy: 'code-3' }),
    ],
  ];

  it.each(cases)('%s', (_, problem, plant) => {
    const run = createRun();
    plant(run);
    expect(check(run).problems).toContain(`own: ${problem}`);
  });
});
