import { describe, expect, it } from '@jest/globals';
import type { Answers } from '../../../core/questions/answers.ts';
import type { CustomerRow, EntryFact, Facts, InvitationFact, Sample } from '../../soak/audit.ts';
import {
  type Batch,
  type Exchange,
  type Ledger,
  type MailedLink,
  noteOf,
  type Person,
} from '../../soak/ledger.ts';
import { createRun, exchange, failing, type Run, sample } from './audit-run.ts';

const SIGNUPS = 'acknowledged signups exist once';
const POSITIONS = 'positions are 1 to n';
const AHEAD = 'people ahead are counted right';
const REFERRALS = 'referrals are exact';
const ROWS = "customers' rows exist once";
const MAIL = 'one email each';
const INVITATIONS = 'invitations are exact';
const WEBHOOKS = 'webhooks tell each event';
const CONFIRMATIONS = 'only confirmed addresses join';
const ASKED = 'answers and sources are kept and counted';
const ANNOUNCED = 'announcements reach each person once';
const REMAINS = 'nothing left of erased people';
const ANSWERS = 'no unexpected answer';
const RETRY_AFTER = 'every 5xx has Retry-After';

const change = <Item>(items: Item[], index: number, changes: Partial<Item>): void => {
  items[index] = { ...(items[index] as Item), ...changes };
};

const ask = (changes: Partial<Exchange>) => (run: Run) => {
  run.ledger.exchanges.push(exchange(changes));
};

const outage =
  (hits: 'service' | 'strangers' | 'nothing', from: number, to: number) =>
  ({ ledger }: Run) => {
    ledger.outages.push({ fault: 'a fault', hits, from, to });
  };

it('finds nothing in a run in which everything went well', () => {
  expect(failing(createRun())).toEqual([]);
});

describe('a planted fault', () => {
  const cases: readonly (readonly [string, string, (run: Run) => unknown])[] = [
    ['a signup that was acknowledged and is gone', SIGNUPS, ({ people }) => rename(people.ann)],
    ['a signup that nobody sent', SIGNUPS, ({ ledger }) => ledger.people.delete('bob@soak.test')],
    ['an email on the list twice', SIGNUPS, ({ rows }) => change(rows, 0, { email: 'ann@soak.test' })],
    ['a visitor told another place', SIGNUPS, ({ people }) => place(people.bob, 3)],
    ['a contact that is nowhere', SIGNUPS, ({ rows }) => rows.splice(0, 1)],
    ['someone erased by mistake', SIGNUPS, ({ people }) => erase(people.dora, 'no')],
    ['a number that is missing', POSITIONS, ({ entries }) => change(entries, 3, { seq: 5 })],
    ['a position held twice', POSITIONS, ({ entries }) => change(entries, 3, { position: 3 })],
    ['a position that is unknown', POSITIONS, ({ entries }) => change(entries, 3, { position: null })],
    ['a person ahead too many', AHEAD, ({ entries }) => change(entries, 2, { ahead: 3 })],
    ['an erased person counted ahead', AHEAD, ({ entries }) => change(entries, 2, { isErased: true })],
    ['an invited person counted ahead', AHEAD, ({ entries }) => change(entries, 2, { ahead: 1 })],
    ['a referral that moved nobody', REFERRALS, ({ entries }) => change(entries, 1, { position: 2 })],
    ['a referral counted twice', REFERRALS, ({ entries }) => change(entries, 1, { referralCount: 2 })],
    [
      'a referrer who is not remembered',
      REFERRALS,
      ({ entries }) => change(entries, 2, { referredBy: null }),
    ],
    [
      'a referrer who is remembered after erasure',
      REFERRALS,
      ({ people, entries }) => eraseReferrer(people, entries),
    ],
    ['a row that never arrived', ROWS, ({ rows }) => rows.splice(1, 1)],
    ['a row twice under another id', ROWS, ({ rows }) => rows.push({ ...(rows[0] as CustomerRow), id: 'x' })],
    [
      'a row of an erased person',
      ROWS,
      ({ rows }) => rows.push({ ...(rows[0] as CustomerRow), id: 'id-dora', email: 'dora@soak.test' }),
    ],
    ['a row with an old position', ROWS, ({ rows }) => change(rows, 0, { position: 1 })],
    [
      'a contact that is still here after delivery',
      ROWS,
      ({ entries }) => change(entries, 0, { email: 'bob@soak.test' }),
    ],
    ['a signup without an email', MAIL, ({ mail }) => mail.delete('code-bob')],
    ['two emails for no reason', MAIL, run => mailed(run, 'bob', 2_000, 9_000)],
    ['an email to someone who never signed up', MAIL, run => mailed(run, 'gil', 2_000)],
    ['a batch that is lost', INVITATIONS, ({ batches }) => batches.splice(0, 1)],
    ['a batch that nobody asked for', INVITATIONS, ({ ledger }) => ledger.batches.pop()],
    ['a batch that grows', INVITATIONS, ({ ledger }) => changeBatch(ledger, { id: 'first', invited: 1 })],
    [
      'a batch that lost people',
      INVITATIONS,
      ({ ledger }) => changeBatch(ledger, { id: 'first', invited: 4 }),
    ],
    ['a batch withdrawn by itself', INVITATIONS, ({ batches }) => change(batches, 0, { isWithdrawn: true })],
    ['a withdrawal that is undone', INVITATIONS, ({ batches }) => change(batches, 1, { isWithdrawn: false })],
    ['a batch that miscounts', INVITATIONS, ({ batches }) => change(batches, 0, { accepted: 2 })],
    ['an invitation that ends by itself', INVITATIONS, run => setState(run, 1, 'ended')],
    ['an invitation that outlives its batch', INVITATIONS, run => setState(run, 2, 'invited')],
    ['two invitations at once', INVITATIONS, ({ invitations }) => change(invitations, 1, { seq: 1 })],
    ['an invitation that was not mailed', INVITATIONS, ({ ledger }) => deleteLink(ledger, 'ann')],
    ['a batch still sending', INVITATIONS, ({ invitations }) => change(invitations, 1, { mailed: false })],
    ['an invitation for another', INVITATIONS, run => changeLink(run, 'ann', { person: run.people.cleo })],
    ['an invitation that is gone', INVITATIONS, ({ invitations }) => invitations.splice(2, 1)],
    ['a person let in who never redeemed', INVITATIONS, run => changeLink(run, 'bob', { followed: 'no' })],
    ['a person let in who got no code', INVITATIONS, ({ ledger }) => deleteLink(ledger, 'bob')],
    ['a redemption that is lost', INVITATIONS, run => changeLink(run, 'ann', { followed: 'acknowledged' })],
    ['a code refused by mistake', INVITATIONS, run => changeLink(run, 'ann', { followed: 'ended' })],
    ['a wrong status', INVITATIONS, ({ entries }) => change(entries, 1, { status: 'waiting' })],
    ['a signup that was not told', WEBHOOKS, run => forget(run, 'bob', 'joined')],
    ['a signup told under two ids', WEBHOOKS, run => tell(run, 'bob', 'joined')],
    ['a referral that was not told', WEBHOOKS, run => forget(run, 'ann', 'referred')],
    ['an invitation that was not told', WEBHOOKS, run => forget(run, 'cleo', 'invited')],
    ['an acceptance that nobody made', WEBHOOKS, run => tell(run, 'ann', 'accepted')],
    ['an erasure that was not told', WEBHOOKS, run => forget(run, 'dora', 'erased')],
    ['an erasure that nobody asked for', WEBHOOKS, run => tell(run, 'bob', 'erased')],
    ['an erased person told of twice', WEBHOOKS, run => tell(run, 'dora', 'joined')],
    ['an entry that never existed', WEBHOOKS, run => tell(run, 'gil', 'joined')],
    ['a delivery that waits', WEBHOOKS, ({ deliveries }) => change(deliveries, 0, { state: 'pending' })],
    [
      'a delivery that was given up',
      WEBHOOKS,
      ({ deliveries }) => change(deliveries, 0, { state: 'failed' }),
    ],
    ['a delivery that never came', WEBHOOKS, ({ deliveries }) => change(deliveries, 0, { id: 'unheard' })],
    ['a delivery about an erased person', WEBHOOKS, ({ deliveries }) => change(deliveries, 0, { seq: 4 })],
    ['a request with a wrong signature', WEBHOOKS, forge],
    ['a link mailed twice for no reason', MAIL, run => changeLink(run, 'eve', { sent: [1_000, 9_000] })],
    ['an entry that nobody confirmed', CONFIRMATIONS, run => changeLink(run, 'eve', { followed: 'no' })],
    ['a place mailed before', CONFIRMATIONS, run => mailed(run, 'fay', 2_000)],
    ['a signup that nobody was asked about', CONFIRMATIONS, ({ people }) => signAgain(people.fay, 1)],
    ['a link that nobody asked for', CONFIRMATIONS, ({ people }) => signAgain(people.fay, -1)],
    ['a confirmation that is lost', SIGNUPS, ({ confirmed }) => confirmed.pop()],
    ['an answer that is lost', ASKED, ({ rows }) => change(rows, 1, { metadata: {} })],
    ['an answer of another', ASKED, run => answered(run, { role: 'Designer' })],
    ['a note that is lost', ASKED, ({ people }) => note(people.ann, 'acknowledged')],
    [
      'a note that nobody wrote',
      ASKED,
      run => answered(run, { role: 'Founder', note: noteOf('eve@soak.test') }),
    ],
    ['a source counted twice', ASKED, ({ facets }) => change(facets, 0, { kept: '4/1' })],
    ['an announcement that came twice', ANNOUNCED, run => announce(run, { 'ann@soak.test': 2 })],
    ['an announcement to strangers', ANNOUNCED, run => announce(run, { 'eve@soak.test': 1 })],
    ['an announcement that never came', ANNOUNCED, run => announce(run, {})],
    ['more announcements than are counted', ANNOUNCED, run => announce(run, ALL_THREE)],
    [
      'people who were left out',
      ANNOUNCED,
      ({ announcements }) => change(announcements, 0, { recipients: 4 }),
    ],
    [
      'an announcement that stopped',
      ANNOUNCED,
      ({ announcements }) => change(announcements, 0, { state: 'sending' }),
    ],
    ['an address of an erased person in a table', REMAINS, run => remain(run, 'contacts has dora@soak.test')],
    ['a job that was not done', 'queues are empty', run => jobs(run, { waiting: 1, parked: 0 })],
    ['a job that was given up', 'queues are empty', run => jobs(run, { waiting: 0, parked: 1 })],
    ['a refusal', ANSWERS, ask({ status: 404, code: 'not_found' })],
    ['a closed door that is open', ANSWERS, ask({ status: 403, code: 'waitlist_closed' })],
    ['a 503 in calm', ANSWERS, ask({ status: 503, hasRetryAfter: true })],
    ['a broken connection in calm', ANSWERS, ask({ status: null })],
    ['a limit that does not say for how long', ANSWERS, ask({ status: 429 })],
    ['a wrong export', ANSWERS, ({ ledger }) => ledger.surprises.push('an export lacks someone')],
    ['a server that ends by itself', 'the server never ends by itself', crash],
    ['a delivery that waits behind other jobs', 'deliveries keep up', late],
    ['memory that grows', 'memory is flat', run => samples(run, 400, 8_192)],
    ['a queue that grows', 'table sizes are flat', run => samples(run, 200, 40 * 2 ** 20)],
  ];

  it.each(cases)('%s: “%s” fails', (_, check, plant) => {
    const run = createRun();
    plant(run);
    expect(failing(run)).toContain(check);
  });
});

function rename(person: Person): void {
  Object.assign(person, { email: 'lost@soak.test' });
}

function place(person: Person, position: number): void {
  person.place = { position, code: person.place?.code ?? '' };
}

const ALL_THREE = { 'ann@soak.test': 1, 'bob@soak.test': 1, 'cleo@soak.test': 1 };

function announce({ ledger }: Run, mail: Readonly<Record<string, number>>): void {
  ledger.announcementMail.set('News', new Map(Object.entries(mail)));
}

function answered({ confirmed }: Run, answers: Answers): void {
  change(confirmed, 0, { answers });
}

function note(person: Person, noted: Person['noted']): void {
  person.noted = noted;
}

function erase(person: Person, erased: Person['erased']): void {
  person.erased = erased;
}

/** Ann is erased, and Cleo's entry still has her code. */
function eraseReferrer({ ann }: Run['people'], entries: EntryFact[]): void {
  ann.erased = 'acknowledged';
  change(entries, 1, { isErased: true });
}

function mailed({ mail }: Run, name: string, ...sent: number[]): void {
  mail.set(`code-${name}`, { to: `${name}@soak.test`, stopUrl: '', sent });
}

function changeLink({ ledger }: Run, name: string, changes: Partial<MailedLink>): void {
  const link = linkOf(ledger, name);
  ledger.links.set(link.url, { ...link, ...changes });
}

function linkOf({ links }: Ledger, name: string): MailedLink {
  const link = links.values().find(({ person }) => person.email.startsWith(`${name}@`));
  if (!link) throw new Error(`Nobody is ${name}`);
  return link;
}

const deleteLink = (ledger: Ledger, name: string) => ledger.links.delete(linkOf(ledger, name).url);

const changeBatch = ({ batches }: Ledger, made: Batch['made']) => change(batches, 0, { made });

/** Also counts it as such in its batch. */
function setState({ batches, invitations }: Run, index: number, state: InvitationFact['state']): void {
  change(invitations, index, { state });
  for (const [at, { id }] of batches.entries()) {
    const states = invitations.filter(({ batchId }) => batchId === id).map(one => one.state);
    const count = (wanted: string) => states.filter(one => one === wanted).length;
    change(batches, at, { accepted: count('accepted'), ended: count('ended') });
  }
}

function signAgain(person: Person, times: number): void {
  person.signups += times;
  person.pending += times;
}

function tell({ told }: Run, name: string, type: string): void {
  told.push({ id: `again-${name}`, list: 'own', type: `entry.${type}`, entryId: `id-${name}`, times: 1 });
}

function forget({ told, deliveries }: Run, name: string, type: string): void {
  const index = told.findIndex(one => one.entryId === `id-${name}` && one.type === `entry.${type}`);
  const [event] = told.splice(index, 1);
  const logged = deliveries.findIndex(({ id }) => id === event?.id);
  if (logged !== -1) deliveries.splice(logged, 1);
}

function forge(run: Run): void {
  run.facts = { ...run.facts, forged: ['a request about own'] };
}

function remain(run: Run, what: string): void {
  run.facts = { ...run.facts, remains: [what] };
}

function jobs(run: Run, left: Facts['jobs']): void {
  run.facts = { ...run.facts, jobs: left };
}

function crash(run: Run): void {
  run.facts = { ...run.facts, crashes: 1 };
}

function late(run: Run): void {
  const [first] = run.facts.samples;
  run.facts = { ...run.facts, samples: [{ ...(first as Sample), lateSeconds: 480 }] };
}

function samples(run: Run, rssMb: number, outbox: number): void {
  run.facts = { ...run.facts, samples: [...run.facts.samples.slice(0, 2), sample(400_000, rssMb, outbox)] };
}

it('expects only the erasure of erased people to be told', () => {
  const run = createRun();
  forget(run, 'dora', 'joined');
  expect(failing(run)).toEqual([]);
});

describe('a fault of the run', () => {
  it('excuses errors while it lasts, and what began meanwhile', () => {
    const run = createRun();
    outage('service', 10_000, 12_000)(run);
    ask({ at: 11_000, status: null })(run);
    ask({ at: 9_000, ms: 1_500, status: null })(run);
    ask({ at: 12_500, status: 503, hasRetryAfter: true })(run);
    expect(failing(run)).toEqual([]);
    ask({ at: 30_000, status: null })(run);
    expect(failing(run)).toEqual([ANSWERS]);
  });

  it('never excuses a 5xx without Retry-After', () => {
    const run = createRun();
    outage('service', 10_000, 12_000)(run);
    ask({ at: 11_000, status: 500 })(run);
    expect(failing(run)).toEqual([RETRY_AFTER]);
  });

  it('excuses a repeated email only if it came between sending and marking', () => {
    const run = createRun();
    outage('service', 2_100, 3_000)(run);
    mailed(run, 'bob', 2_000, 9_000);
    expect(failing(run)).toEqual([]);
    mailed(run, 'ann', 2_000, 30_000, 60_000);
    expect(failing(run)).toEqual([MAIL]);
  });

  it('of a customer excuses only what needs their database', () => {
    const run = createRun();
    outage('strangers', 10_000, 12_000)(run);
    ask({ at: 11_000, status: 503, code: 'external_database_unavailable', hasRetryAfter: true })(run);
    ask({ at: 11_000, kind: 'export', status: null })(run);
    expect(failing(run)).toEqual([]);
    ask({ at: 11_000, status: 503, hasRetryAfter: true })(run);
    expect(failing(run)).toEqual([ANSWERS]);
  });

  it('excuses refused signups while their list may be closed, and nothing else', () => {
    const run = createRun();
    run.ledger.closings.push({ list: 'hot', from: 10_000, to: 12_000, isSure: true });
    const refused = { at: 11_000, status: 403, code: 'waitlist_closed' } as const;
    ask(refused)(run);
    expect(failing(run)).toEqual([]);
    for (const other of [{ at: 12_500 }, { list: 'confirmed' }, { kind: 'read' }] as const) {
      const again = createRun();
      again.ledger.closings.push(...run.ledger.closings);
      ask({ ...refused, ...other })(again);
      expect(failing(again)).toEqual([ANSWERS]);
    }
  });

  it('does not excuse anything when it is a burst', () => {
    const run = createRun();
    outage('nothing', 10_000, 12_000)(run);
    ask({ at: 11_000, status: 503, hasRetryAfter: true })(run);
    expect(failing(run)).toEqual([ANSWERS]);
  });
});
