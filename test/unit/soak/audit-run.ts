import { createHash } from 'node:crypto';
import type { Answers } from '../../../core/questions/answers.ts';
import {
  type AnnouncementFact,
  audit,
  type BatchFact,
  type CustomerRow,
  type DeliveryFact,
  type EntryFact,
  type FacetFact,
  type Facts,
  type InvitationFact,
  type ReferralFact,
  type Sample,
} from '../../soak/audit.ts';
import {
  type Exchange,
  type Ledger,
  type MailedLink,
  newPerson,
  openLedger,
  type Person,
  type PlaceMail,
  roleOf,
} from '../../soak/ledger.ts';
import type { Told } from '../../soak/receiver.ts';

/** A run in which everything went well, for a case to break. */
export interface Run {
  readonly ledger: Ledger;
  readonly people: Record<'ann' | 'bob' | 'cleo' | 'dora' | 'eve' | 'fay', Person>;
  readonly entries: EntryFact[];
  readonly rows: CustomerRow[];
  readonly facets: FacetFact[];
  readonly announcements: AnnouncementFact[];
  readonly batches: BatchFact[];
  readonly invitations: InvitationFact[];
  readonly told: Told[];
  readonly deliveries: DeliveryFact[];
  /** On the list that confirms addresses. */
  readonly confirmed: EntryFact[];
  readonly mail: Map<string, PlaceMail>;
  readonly referrals: ReferralFact[];
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

type People = Run['people'];

function createPeople({ people }: Ledger): People {
  const add = (
    list: string,
    name: string,
    changes: Partial<Person>,
    referrer: Person | null = null,
  ): Person => {
    const person = Object.assign(newPerson(list, `${name}@soak.test`, referrer), changes);
    people.set(person.email, person);
    return person;
  };
  const joined = (name: string, position: number) => ({
    acknowledged: true,
    place: { position, code: `code-${name}` },
  });
  const bob = add('own', 'bob', joined('bob', 1));
  const ann = add('own', 'ann', joined('ann', 2));
  const cleo = add('own', 'cleo', joined('cleo', 3), ann);
  const dora = add('own', 'dora', { ...joined('dora', 4), erased: 'acknowledged', entryId: 'id-dora' });
  const eve = add('confirmed', 'eve', { ...joined('eve', 1), signups: 1, pending: 1 });
  const fay = add('confirmed', 'fay', { signups: 1, pending: 1 });
  return { ann, bob, cleo, dora, eve, fay };
}

/** A code of the right form. */
const codeOf = ({ email }: Person): string => email.replace(/\W/g, '-').padEnd(22, '-');

function sendLinks({ links }: Ledger, { ann, bob, cleo, eve, fay }: People): void {
  const send = (kind: MailedLink['kind'], person: Person, followed: MailedLink['followed']) => {
    const url =
      kind === 'confirm'
        ? `http://soak.test/c/${person.email}`
        : `https://invited.test/?code=${codeOf(person)}`;
    links.set(url, { kind, url, person, sent: [1_000], followed });
  };
  send('confirm', eve, 'acknowledged');
  send('confirm', fay, 'no');
  send('invitation', bob, 'acknowledged');
  send('invitation', ann, 'no');
  send('invitation', cleo, 'ended');
}

/** What somebody answers. */
function saidBy(email: string): Answers {
  const role = roleOf(email);
  return role === undefined ? {} : { role };
}

function entry(seq: number, name: string, changes: Partial<EntryFact> = {}): EntryFact {
  return {
    seq,
    id: `id-${name}`,
    email: null,
    answers: null,
    position: seq,
    ahead: 0,
    code: `code-${name}`,
    referralCount: 0,
    referredBy: null,
    status: 'waiting',
    isErased: false,
    delivery: 'done',
    ...changes,
  };
}

const toRow = ({ id, code, position, referredBy }: EntryFact): CustomerRow => {
  const email = `${id.slice(3)}@soak.test`;
  const metadata = { answers: saidBy(email) };
  return { id, email, position: position ?? 0, code, referredBy, metadata };
};

function invitationsOf({ ann, bob, cleo }: People): InvitationFact[] {
  const invitation = (batchId: string, person: Person, state: InvitationFact['state']) => ({
    batchId,
    seq: person.place?.position ?? 0,
    codeHash: createHash('sha256').update(codeOf(person)).digest('hex'),
    state,
    mailed: true,
  });
  return [
    invitation('first', bob, 'accepted'),
    invitation('first', ann, 'invited'),
    invitation('second', cleo, 'ended'),
  ];
}

/** What the webhook told. */
const EVENTS = [
  ['dora', 'joined'],
  ['bob', 'joined'],
  ['ann', 'joined'],
  ['cleo', 'joined'],
  ['ann', 'referred'],
  ['bob', 'invited'],
  ['ann', 'invited'],
  ['cleo', 'invited'],
  ['bob', 'accepted'],
  ['dora', 'erased'],
] as const;

const tellEvents = (): Told[] =>
  EVENTS.map(([name, type], index) => ({
    id: `event-${index}`,
    list: 'own',
    type: `entry.${type}`,
    entryId: `id-${name}`,
    times: 1,
  }));

/** The log no longer has that Dora joined. */
const logOf = (told: readonly Told[], entries: readonly EntryFact[]): DeliveryFact[] =>
  told.slice(1).map(({ id, type, entryId }) => ({
    id,
    type,
    seq: entries.find(one => one.id === entryId)?.seq ?? null,
    state: 'delivered',
  }));

/**
 * Ann refers Cleo and moves from 2 to 1; Dora was erased, and has a number only. Bob accepted an invitation, Ann has one, and
 * Cleo's was withdrawn. On another list, Eve confirmed her address, and Fay did not.
 */
export function createRun(): Run {
  const ledger = openLedger();
  const people = createPeople(ledger);
  sendLinks(ledger, people);
  ledger.exchanges.push(exchange({}));
  ledger.batches.push(
    { list: 'own', made: { id: 'first', invited: 3 }, withdrawn: 'no' },
    { list: 'own', made: { id: 'second', invited: 1 }, withdrawn: 'acknowledged' },
  );
  const entries = [
    entry(1, 'bob', { position: 2, status: 'accepted' }),
    entry(2, 'ann', { position: 1, referralCount: 1, status: 'invited' }),
    entry(3, 'cleo', { referredBy: 'code-ann' }),
    entry(4, 'nobody', { ahead: 1, isErased: true }),
  ];
  const rows = entries.slice(0, 3).map(toRow);
  const confirmed = [
    entry(1, 'eve', { email: people.eve.email, answers: saidBy(people.eve.email), delivery: 'none' }),
  ];
  const batches = [
    { id: 'first', invited: 2, accepted: 1, ended: 0, isWithdrawn: false },
    { id: 'second', invited: 1, accepted: 0, ended: 1, isWithdrawn: true },
  ];
  const invitations = invitationsOf(people);
  const told = tellEvents();
  const deliveries = logOf(told, entries);
  const { mail } = ledger;
  for (const { email: to, place } of Object.values(people))
    if (place) mail.set(place.code, { to, stopUrl: '', sent: [2_000] });
  const referrals: ReferralFact[] = [{ seq: 3, referrerSeq: 2, state: 'credited' }];
  const facets = [{ name: 'source  own', kept: '3/1', counted: '3/1' }];
  ledger.announced.push({ list: 'own', subject: 'News', isStarted: true });
  ledger.announcementMail.set('News', new Map([['ann@soak.test', 1]]));
  const announcements = [
    { subject: 'News', state: 'sent', recipients: 3, sent: 1, skipped: { unknown: 1, stopped: 1 }, left: 0 },
  ];
  const own = {
    slug: 'own',
    boost: 5,
    confirms: false,
    entries,
    rows,
    facets,
    announcements,
    batches,
    invitations,
    referrals,
    deliveries,
  };
  const theirs = {
    rows: null,
    facets: [],
    announcements: [],
    batches: [],
    invitations: [],
    referrals: [],
    deliveries: null,
  };
  const facts: Facts = {
    lists: [own, { slug: 'confirmed', boost: 0, confirms: true, entries: confirmed, ...theirs }],
    told,
    forged: [],
    remains: [],
    jobs: { waiting: 0, parked: 0 },
    crashes: 0,
    samples: [100_000, 200_000, 300_000, 400_000].map(at => sample(at, 200, 8_192)),
  };
  return {
    ledger,
    people,
    entries,
    rows,
    facets,
    announcements,
    batches,
    invitations,
    told,
    deliveries,
    confirmed,
    mail,
    referrals,
    facts,
  };
}

/** The checks that find a problem. */
export const failing = ({ ledger, facts }: Run): string[] =>
  audit(ledger, facts)
    .filter(({ problems }) => problems.length > 0)
    .map(({ check }) => check);
