import type { ErrorCode } from '../../core/kernel/errors.ts';
import type { Answers } from '../../core/questions/answers.ts';
import { checkAnnouncements } from './audit-announcements.ts';
import { checkInvitations } from './audit-invitations.ts';
import { checkAhead, checkCustomerRows, checkPositions, checkSignups } from './audit-lists.ts';
import { checkConfirmations, checkMail } from './audit-mail.ts';
import { checkPeople } from './audit-people.ts';
import { checkReferrals } from './audit-referrals.ts';
import { checkWebhooks } from './audit-webhooks.ts';
import { type Exchange, everyone, type Hit, type Ledger, type Moment } from './ledger.ts';
import { GRACE_MS, isDetached, outageAt } from './outages.ts';
import type { Told } from './receiver.ts';

/** An entry of a waitlist when the queues were empty. */
export interface EntryFact {
  readonly seq: number;
  readonly id: string;
  /** Null where our database has no contact. */
  readonly email: string | null;
  readonly answers: Answers | null;
  readonly position: number | null;
  /** People in front who still wait, as the engine counts them. */
  readonly ahead: number | null;
  readonly code: string;
  readonly referralCount: number;
  readonly referredBy: string | null;
  readonly status: 'waiting' | 'invited' | 'accepted';
  readonly isErased: boolean;
  /** To the customer's database. `due`: someone who joined since it was attached, and is not there. */
  readonly delivery: 'done' | 'due' | 'none';
}

/** A batch of invitations, with its numbers. */
export interface BatchFact {
  readonly id: string;
  readonly invited: number;
  readonly accepted: number;
  readonly ended: number;
  readonly isWithdrawn: boolean;
}

export interface InvitationFact {
  readonly batchId: string;
  readonly seq: number;
  /** SHA-256, in hex. */
  readonly codeHash: string;
  readonly state: 'invited' | 'accepted' | 'ended';
  readonly mailed: boolean;
}

/** A row of the ledger of referrals. */
export interface ReferralFact {
  /** Of the friend. */
  readonly seq: number;
  readonly referrerSeq: number;
  readonly state: 'held' | 'credited' | 'revoked';
}

/** A delivery of a webhook. */
export interface DeliveryFact {
  readonly id: string;
  readonly type: string;
  /** Whom it is about. Null once they are erased. */
  readonly seq: number | null;
  readonly state: 'pending' | 'delivered' | 'failed';
}

/** A row of a customer's table. */
export interface CustomerRow {
  readonly id: string;
  readonly email: string;
  readonly position: number;
  readonly code: string;
  readonly referredBy: string | null;
  readonly metadata: { readonly answers?: Answers };
}

export interface AnnouncementFact {
  readonly subject: string;
  readonly state: string;
  readonly recipients: number | null;
  readonly sent: number;
  readonly skipped: Readonly<Record<string, number>>;
  /** People who are sent it tomorrow. */
  readonly left: number;
}

/** How many people have a source, a language, or an answer; as it is kept, and counted anew. */
export interface FacetFact {
  readonly name: string;
  readonly kept: string;
  readonly counted: string;
}

export interface ListFacts {
  readonly slug: string;
  /** Places that a referral gains. */
  readonly boost: number;
  /** Whether people must confirm their address. */
  readonly confirms: boolean;
  /** In order of `seq`. */
  readonly entries: readonly EntryFact[];
  /** Null without an attached database. */
  readonly rows: readonly CustomerRow[] | null;
  readonly facets: readonly FacetFact[];
  readonly announcements: readonly AnnouncementFact[];
  readonly batches: readonly BatchFact[];
  readonly invitations: readonly InvitationFact[];
  readonly referrals: readonly ReferralFact[];
  /** Null without a webhook. */
  readonly deliveries: readonly DeliveryFact[] | null;
}

/** A look at the service during the load. */
export interface Sample {
  readonly at: Moment;
  /** Memory of the server. */
  readonly rssMb: number;
  readonly entries: number;
  /** How long the oldest signup has waited for its customer's table. */
  readonly lateSeconds: number;
  /** Bytes with indexes, by table. */
  readonly tables: Readonly<Record<string, number>>;
}

/** What was found after the load. */
export interface Facts {
  readonly lists: readonly ListFacts[];
  /** What webhooks told. */
  readonly told: readonly Told[];
  /** What is wrong with their requests. */
  readonly forged: readonly string[];
  /** What is left of erased people: the table, and the address, code, or id in it. */
  readonly remains: readonly string[];
  /** Jobs that are still there. */
  readonly jobs: { readonly waiting: number; readonly parked: number };
  /** How often the server ended, and nobody had told it to. */
  readonly crashes: number;
  readonly samples: readonly Sample[];
}

/** One line of the audit. */
export interface Verdict {
  readonly check: string;
  /** How many things were looked at. */
  readonly examined: number;
  readonly problems: readonly string[];
  readonly note?: string;
}

/** The answer to what needs a customer's database that is away. */
const AWAY: ErrorCode = 'external_database_unavailable';
/** The answer to signups while the door is closed. */
const CLOSED: ErrorCode = 'waitlist_closed';
/** Jobs and circuit breakers that wait out a failure go on for longer; their answers say for how long. */
const RETRY_GRACE_MS = 60_000;
/** How much more memory and space the second half of a run may take than the first. */
const GROWTH = 1.3;
const SPARE_MB = 64;
const SPARE_BYTES = 16 * 2 ** 20;

function isExpected(exchange: Exchange, { outages, detachments, closings }: Ledger): boolean {
  const { at, ms, kind, list, status, code, hasRetryAfter } = exchange;
  const near = (hits: Hit, grace: number) => outageAt(outages, hits, at, at + ms, grace) !== undefined;
  if (status !== null && status < 400) return true;
  if (status === 429) return hasRetryAfter;
  // The invitation was withdrawn; `checkInvitations` compares.
  if (status === 410) return kind === 'redeem';
  if (code === CLOSED) return kind === 'signup' && isDetached(closings, list, at, at + ms);
  // Who they are is in a database that was detached.
  if (status === 404)
    return (kind === 'redeem' || kind === 'note') && isDetached(detachments, list, at, at + ms);
  if (status !== null && status < 500) return false;
  if (near('service', GRACE_MS)) return true;
  // An export that needs a customer's database breaks off without it.
  if (status === null) return kind === 'export' && near('strangers', GRACE_MS);
  if (status !== 503 || !hasRetryAfter) return false;
  return near('service', RETRY_GRACE_MS) || (code === AWAY && near('strangers', RETRY_GRACE_MS));
}

/** No error but in an outage. */
export function checkAnswers(ledger: Ledger): Verdict {
  const { exchanges, surprises } = ledger;
  const wrong = exchanges.filter(exchange => !isExpected(exchange, ledger));
  const problems = wrong.map(
    ({ at, kind, list, status, code }) =>
      `${kind} on ${list} at ${(at / 1000).toFixed(1)} s: ${status ?? 'no answer'} ${code ?? ''}`,
  );
  return {
    check: 'no unexpected answer',
    examined: exchanges.length,
    problems: [...problems, ...surprises],
  };
}

/** Who gets an error of ours is told when to try again. */
export function checkRetryAfter({ exchanges }: Ledger): Verdict {
  const failed = exchanges.filter(({ status }) => status !== null && status >= 500);
  const silent = failed.filter(({ hasRetryAfter }) => !hasRetryAfter);
  return {
    check: 'every 5xx has Retry-After',
    examined: failed.length,
    problems: silent.map(
      ({ at, kind, status, code }) => `${kind} at ${(at / 1000).toFixed(1)} s: ${status} ${code ?? ''}`,
    ),
  };
}

export function checkRemains(ledger: Ledger, { remains }: Facts): Verdict {
  const erased = everyone(ledger).filter(({ erased }) => erased === 'acknowledged');
  return { check: 'nothing left of erased people', examined: erased.length, problems: remains };
}

export function checkJobs({ jobs: { waiting, parked } }: Facts): Verdict {
  const problems = [];
  if (waiting > 0) problems.push(`${waiting} jobs were not done`);
  if (parked > 0) problems.push(`${parked} jobs were given up`);
  return { check: 'queues are empty', examined: waiting + parked, problems };
}

/** The server outlives whatever happens to others. */
export function checkCrashes({ outages }: Ledger, { crashes }: Facts): Verdict {
  const problems = crashes > 0 ? [`it ended ${crashes} times; server.log says why (--record)`] : [];
  return { check: 'the server never ends by itself', examined: outages.length, problems };
}

/** A delivery that was under way when the server was killed waits 45 seconds for its lease to end; a fault may follow. */
const LATEST_SECONDS = 120;

/** Signups arrive in customers' tables soon, whatever else there is to do. */
export function checkDelay({ samples }: Facts): Verdict {
  const latest = Math.round(peak(samples, ({ lateSeconds }) => lateSeconds));
  const note = `at most ${latest} s late`;
  const problems = latest > LATEST_SECONDS ? [note] : [];
  return { check: 'deliveries keep up', examined: samples.length, problems, note };
}

/** Before, a server that has just started and a queue of a burst weigh more than a trend. */
const SHORTEST_TREND_MS = 5 * 60_000;
const isTooShort = (samples: readonly Sample[]): boolean => (samples.at(-1)?.at ?? 0) < SHORTEST_TREND_MS;

function halves(samples: readonly Sample[]): [readonly Sample[], readonly Sample[]] {
  const middle = Math.floor(samples.length / 2);
  return [samples.slice(0, middle), samples.slice(middle)];
}

const peak = (samples: readonly Sample[], figure: (sample: Sample) => number): number =>
  Math.max(0, ...samples.map(figure));

/** The server needs no more memory in the second half of the load than in the first. */
export function checkMemory({ samples }: Facts): Verdict {
  const [early, late] = halves(samples).map(half => Math.round(peak(half, ({ rssMb }) => rssMb)));
  const isFlat = isTooShort(samples) || (late ?? 0) <= (early ?? 0) * GROWTH + SPARE_MB;
  const note = `at most ${early} MB in the first half, ${late} MB in the second`;
  return { check: 'memory is flat', examined: samples.length, problems: isFlat ? [] : [note], note };
}

/** Tables that hold a row for each signup, or for each referral. The others hold what is under way. */
const LEDGER = new Set([
  'entries',
  'contacts',
  'places',
  'place_blocks',
  'email_grants',
  'erased_entries',
  'entry_facets',
  'people_counts',
  'delivered_ranges',
  'pending_signups',
  'invitation_batches',
  'invitations',
  'referrals',
  'sent_emails',
  'webhook_deliveries',
]);

/** Tables grow with the signups, and no faster; tables of work under way do not grow. */
export function checkTables({ samples }: Facts): Verdict {
  const [early, late] = halves(samples);
  const names = Object.keys(samples.at(-1)?.tables ?? {});
  const signups =
    peak(late, ({ entries }) => entries) /
    Math.max(
      1,
      peak(early, ({ entries }) => entries),
    );
  const problems = names.flatMap(name => {
    const [first, second] = [early, late].map(half => peak(half, ({ tables }) => tables[name] ?? 0));
    const limit = (first ?? 0) * GROWTH * (LEDGER.has(name) ? signups : 1) + SPARE_BYTES;
    return !isTooShort(samples) && (second ?? 0) > limit
      ? [`${name} grew from ${first} to ${second} bytes`]
      : [];
  });
  return { check: 'table sizes are flat', examined: names.length, problems };
}

/** Compares what was answered with what is there. */
export function audit(ledger: Ledger, facts: Facts): Verdict[] {
  const people = Map.groupBy(everyone(ledger), ({ list }) => list);
  const lists = facts.lists.map(list => ({
    list,
    people: people.get(list.slug) ?? [],
    detachments: ledger.detachments.filter(one => one.list === list.slug).length,
  }));
  return [
    checkSignups(lists),
    checkPositions(lists),
    checkAhead(lists),
    checkReferrals(lists),
    checkCustomerRows(lists),
    checkPeople(lists),
    checkAnnouncements(ledger, lists),
    checkInvitations(ledger, lists),
    checkWebhooks(facts, lists),
    checkMail(ledger, facts),
    checkConfirmations(ledger, lists),
    checkRemains(ledger, facts),
    checkAnswers(ledger),
    checkRetryAfter(ledger),
    checkJobs(facts),
    checkCrashes(ledger, facts),
    checkDelay(facts),
    checkMemory(facts),
    checkTables(facts),
  ];
}
