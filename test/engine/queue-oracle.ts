import type { NewSignup } from '../../core/signups/signup-store.ts';

type State = 'held' | 'credited' | 'revoked';

interface OracleReferral {
  readonly referrer: OracleEntry;
  state: State;
  readonly reasons: readonly string[];
  /** Places that the credit really gave. */
  gained: number;
}

interface OracleEntry {
  /** Null once erased. */
  id: string | null;
  readonly seq: number;
  code: string | null;
  referredBy: string | null;
  count: number;
  readonly mailbox: string;
  readonly network: string | null;
  referral: OracleReferral | null;
  status: 'waiting' | 'invited' | 'accepted';
  /** Of the last invitation. */
  batch: string | null;
}

const waits = ({ id, status }: OracleEntry): boolean => id !== null && status === 'waiting';

/** The simplest model of a waitlist (contract section 4): the queue is an array, a move is a splice. */
export class QueueOracle {
  enabled: boolean;
  boost: number;
  readonly queue: OracleEntry[] = [];
  readonly #byDigest = new Map<string, OracleEntry>();
  readonly #byCode = new Map<string, OracleEntry>();
  /** Those that ever came by a referral. */
  readonly #mailboxes = new Set<string>();

  constructor(enabled: boolean, boost: number) {
    this.enabled = enabled;
    this.boost = boost;
  }

  /** @returns the new position, or null if the email is already on the list. */
  join(signup: NewSignup): number | null {
    const digest = signup.emailDigest.toString('hex');
    if (this.#byDigest.has(digest)) return null;
    const referrer = signup.referrerCode === null ? undefined : this.#byCode.get(signup.referrerCode);
    const entry: OracleEntry = {
      id: signup.entryId,
      seq: this.queue.length + 1,
      code: signup.referralCode,
      referredBy: referrer ? referrer.code : null,
      count: 0,
      mailbox: (signup.mailboxDigest ?? signup.emailDigest).toString('hex'),
      network: signup.network?.toString('hex') ?? null,
      referral: null,
      status: 'waiting',
      batch: null,
    };
    this.queue.push(entry);
    this.#byDigest.set(digest, entry);
    this.#byCode.set(signup.referralCode, entry);
    if (referrer) this.#refer(entry, referrer, signup.isDisposable);
    return entry.seq;
  }

  #refer(friend: OracleEntry, referrer: OracleEntry, isDisposable: boolean): void {
    const fromThere = this.queue.filter(
      ({ referral, network }) =>
        referral?.referrer === referrer && network !== null && network === friend.network,
    );
    const reasons = [
      ...(friend.mailbox === referrer.mailbox || this.#mailboxes.has(friend.mailbox) ? ['same_mailbox'] : []),
      ...(isDisposable ? ['disposable_domain'] : []),
      ...(fromThere.length >= 3 ? ['same_network'] : []),
    ];
    this.#mailboxes.add(friend.mailbox);
    friend.referral = { referrer, state: 'held', reasons, gained: 0 };
    if (reasons.length === 0) this.#credit(friend.referral);
  }

  #credit(referral: OracleReferral): void {
    referral.state = 'credited';
    referral.referrer.count++;
    referral.gained = this.enabled ? this.#move(referral.referrer, -this.boost) : 0;
  }

  /** @returns how far it moved */
  #move(entry: OracleEntry, by: number): number {
    const from = this.queue.indexOf(entry);
    this.queue.splice(from, 1);
    const to = Math.min(Math.max(0, from + by), this.queue.length);
    this.queue.splice(to, 0, entry);
    return Math.abs(to - from);
  }

  /**
   * @param seq - of a friend, who may have left
   * @returns whether they were referred, by somebody who is still there
   */
  settle(seq: number | undefined, state: 'credited' | 'revoked'): boolean {
    const referral = this.queue.find(one => one.seq === seq)?.referral;
    if (!referral || referral.referrer.id === null) return false;
    if (referral.state === state) return true;
    if (state === 'credited') this.#credit(referral);
    else {
      if (referral.state === 'credited') {
        referral.referrer.count--;
        this.#move(referral.referrer, referral.gained);
      }
      referral.state = 'revoked';
      referral.gained = 0;
    }
    return true;
  }

  /** State, reasons, and gain of each referral, by the seq of the friend. */
  referrals() {
    return this.queue
      .flatMap(({ seq, referral }) =>
        referral
          ? [
              {
                seq,
                referrer_seq: referral.referrer.seq,
                state: referral.state,
                reasons: referral.reasons,
                gained: referral.gained,
              },
            ]
          : [],
      )
      .sort((a, b) => a.seq - b.seq);
  }

  /** Keeps its place and its referral, but forgets its identity, also as a referrer. @returns whether it existed */
  erase(id: string): boolean {
    const entry = this.queue.find(one => one.id === id);
    if (!entry) return false;
    for (const [digest, one] of this.#byDigest) if (one === entry) this.#byDigest.delete(digest);
    for (const other of this.queue) if (other.referredBy === entry.code) other.referredBy = null;
    if (entry.referral?.state === 'held') entry.referral.state = 'revoked';
    if (entry.code !== null) this.#byCode.delete(entry.code);
    Object.assign(entry, {
      id: null,
      code: null,
      referredBy: null,
      status: 'waiting',
      batch: null,
    });
    return true;
  }

  /** For each position, how many people wait in front of it. */
  ahead(): number[] {
    return this.queue.map((_, index) => this.queue.slice(0, index).filter(waits).length);
  }

  /** How many people have each status. */
  statuses() {
    const having = (status: OracleEntry['status']) =>
      this.queue.filter(one => one.id !== null && one.status === status).length;
    return { waiting: having('waiting'), invited: having('invited'), accepted: having('accepted') };
  }

  /** Invites the first who wait. @returns their ids */
  invite(batch: string, count: number): string[] {
    const people = this.queue.filter(waits).slice(0, count);
    for (const person of people) Object.assign(person, { status: 'invited', batch });
    return people.map(({ id }) => id ?? '');
  }

  withdraw(batch: string): void {
    for (const person of this.queue)
      if (person.batch === batch && person.status === 'invited') person.status = 'waiting';
  }

  /** @returns whether the person is invited, or was let in before */
  redeem(id: string): 'now' | 'before' | 'ended' | null {
    const person = this.queue.find(one => one.id === id);
    if (!person?.batch) return null;
    if (person.status === 'waiting') return 'ended';
    if (person.status === 'accepted') return 'before';
    person.status = 'accepted';
    return 'now';
  }

  /** The ids of everybody who is listed, or of those with a status: newest first, or by place. */
  listed(status: OracleEntry['status'] | null, sort: 'joined' | 'position'): string[] {
    const people = this.queue.filter(one => one.id !== null && (status === null || one.status === status));
    const inOrder = sort === 'position' ? people : people.sort((a, b) => b.seq - a.seq);
    return inOrder.map(({ id }) => id ?? '');
  }

  rows() {
    return this.queue.map((entry, index) => ({
      seq: entry.seq,
      id: entry.id,
      position: index + 1,
      referral_code: entry.code,
      referral_count: entry.count,
      referred_by: entry.referredBy,
      status: entry.status,
    }));
  }
}
