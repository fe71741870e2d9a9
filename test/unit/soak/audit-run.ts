import { createHash } from 'node:crypto';
import {
  audit,
  type BatchFact,
  type CustomerRow,
  type EntryFact,
  type Facts,
  type InvitationFact,
  type Sample,
} from '../../soak/audit.ts';
import {
  type Exchange,
  type Ledger,
  type MailedLink,
  newPerson,
  openLedger,
  type Person,
} from '../../soak/ledger.ts';

/** A code of the right form. */
const codeOf = ({ email }: Person): string => email.replace(/\W/g, '-').padEnd(22, '-');

/** A run in which everything went well, for a case to break. */
export interface Run {
  readonly ledger: Ledger;
  readonly people: Record<'ann' | 'bob' | 'cleo' | 'dora' | 'eve' | 'fay', Person>;
  readonly entries: EntryFact[];
  readonly rows: CustomerRow[];
  readonly batches: BatchFact[];
  readonly invitations: InvitationFact[];
  /** On the list that confirms addresses. */
  readonly confirmed: EntryFact[];
  readonly mail: Map<string, number[]>;
  facts: Facts;
}

export const exchange = (changes: Partial<Exchange>): Exchange => ({
  at: 1_000,
  ms: 10,
  kind: 'signup',
  list: 'hot',
  status: 201,
  code: null,
  hasRetryAfter: false,
  ...changes,
});

export const sample = (at: number, rssMb: number, outbox: number): Sample => ({
  at,
  rssMb,
  entries: 4,
  lateSeconds: 2,
  tables: { outbox },
});

/** Ann refers Cleo and moves from 2 to 1; Dora was erased, and has a number only. Bob accepted an
 * invitation, Ann has one, and Cleo's was withdrawn. Elsewhere, Eve confirmed her address, and Fay did not. */
export function createRun(): Run {
  const ledger = openLedger();
  const join = (name: string, position: number, referrer: Person | null = null): Person => {
    const person = newPerson('own', `${name}@soak.test`, referrer);
    person.acknowledged = true;
    person.place = { position, code: `code-${name}` };
    ledger.people.set(person.email, person);
    return person;
  };
  const bob = join('bob', 1);
  const ann = join('ann', 2);
  const cleo = join('cleo', 3, ann);
  const dora = join('dora', 4);
  dora.erased = 'acknowledged';
  const ask = (name: string, followed: MailedLink['followed']): Person => {
    const person = newPerson('confirmed', `${name}@soak.test`, null);
    Object.assign(person, { signups: 1, pending: 1 });
    ledger.people.set(person.email, person);
    const url = `http://soak.test/c/${name}`;
    ledger.links.set(url, { kind: 'confirm', url, person, sent: [1_000], followed });
    return person;
  };
  const invite = (person: Person, followed: MailedLink['followed']): string => {
    const code = codeOf(person);
    const url = `https://invited.test/?code=${code}`;
    ledger.links.set(url, { kind: 'invitation', url, person, sent: [3_000], followed });
    return createHash('sha256').update(code).digest('hex');
  };
  const invitation = (batchId: string, seq: number, codeHash: string, state: InvitationFact['state']) => ({
    batchId,
    seq,
    codeHash,
    state,
    mailed: true,
  });
  const invitations = [
    invitation('first', 1, invite(bob, 'acknowledged'), 'accepted'),
    invitation('first', 2, invite(ann, 'no'), 'invited'),
    invitation('second', 3, invite(cleo, 'ended'), 'ended'),
  ];
  const batches = [
    { id: 'first', invited: 2, accepted: 1, ended: 0, isWithdrawn: false },
    { id: 'second', invited: 1, accepted: 0, ended: 1, isWithdrawn: true },
  ];
  ledger.batches.push(
    { list: 'own', made: { id: 'first', invited: 3 }, withdrawn: 'no' },
    { list: 'own', made: { id: 'second', invited: 1 }, withdrawn: 'acknowledged' },
  );
  const fay = ask('fay', 'no');
  const eve = ask('eve', 'acknowledged');
  Object.assign(eve, { acknowledged: true, place: { position: 1, code: 'code-eve' } });
  const entry = (seq: number, name: string, changes: Partial<EntryFact> = {}): EntryFact => ({
    seq,
    id: `id-${name}`,
    email: null,
    position: seq,
    ahead: seq - 1,
    code: `code-${name}`,
    referralCount: 0,
    referredBy: null,
    status: 'waiting',
    isErased: false,
    ...changes,
  });
  const entries = [
    entry(1, 'bob', { position: 2, ahead: 0, status: 'accepted' }),
    entry(2, 'ann', { position: 1, ahead: 0, referralCount: 1, status: 'invited' }),
    entry(3, 'cleo', { ahead: 0, referredBy: 'code-ann' }),
    entry(4, 'nobody', { ahead: 1, isErased: true }),
  ];
  const confirmed = [entry(1, 'eve', { email: eve.email })];
  const rows = entries.slice(0, 3).map(({ id, code, position, referredBy }) => ({
    id,
    email: `${id.slice(3)}@soak.test`,
    position: position ?? 0,
    code,
    referredBy,
  }));
  const mail = new Map(
    [...ledger.people.keys()].filter(email => email !== fay.email).map(email => [email, [2_000]]),
  );
  ledger.exchanges.push(exchange({}));
  const samples = [100_000, 200_000, 300_000, 400_000].map(at => sample(at, 200, 8_192));
  const facts = {
    lists: [
      { slug: 'own', boost: 5, confirms: false, entries, rows, batches, invitations },
      {
        slug: 'confirmed',
        boost: 0,
        confirms: true,
        entries: confirmed,
        rows: null,
        batches: [],
        invitations: [],
      },
    ],
    mail,
    remains: [],
    jobs: { waiting: 0, parked: 0 },
    crashes: 0,
    samples,
  };
  return {
    ledger,
    people: { ann, bob, cleo, dora, eve, fay },
    entries,
    rows,
    batches,
    invitations,
    confirmed,
    mail,
    facts,
  };
}

/** The checks that find a problem. */
export const failing = ({ ledger, facts }: Run): string[] =>
  audit(ledger, facts)
    .filter(({ problems }) => problems.length > 0)
    .map(({ check }) => check);
