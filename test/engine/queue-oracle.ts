import type { Signup } from '../../core/signups/signup-store.ts';

interface OracleEntry {
  /** Null once erased. */
  id: string | null;
  readonly seq: number;
  code: string | null;
  referredBy: string | null;
  count: number;
}

/** The simplest model of a waitlist (contract section 4): the queue is an array, a move is a splice. */
export class QueueOracle {
  enabled: boolean;
  boost: number;
  readonly queue: OracleEntry[] = [];
  readonly #byDigest = new Map<string, OracleEntry>();
  readonly #byCode = new Map<string, OracleEntry>();

  constructor(enabled: boolean, boost: number) {
    this.enabled = enabled;
    this.boost = boost;
  }

  /** @returns the new position, or null if the email is already on the list. */
  join(signup: Signup): number | null {
    const digest = signup.emailDigest.toString('hex');
    if (this.#byDigest.has(digest)) return null;
    const referrer = signup.referrerCode === null ? undefined : this.#byCode.get(signup.referrerCode);
    const entry: OracleEntry = {
      id: signup.entryId,
      seq: this.queue.length + 1,
      code: signup.referralCode,
      referredBy: referrer ? referrer.code : null,
      count: 0,
    };
    this.queue.push(entry);
    this.#byDigest.set(digest, entry);
    this.#byCode.set(signup.referralCode, entry);
    if (referrer) {
      referrer.count++;
      if (this.enabled) {
        const from = this.queue.indexOf(referrer);
        this.queue.splice(from, 1);
        this.queue.splice(Math.max(0, from - this.boost), 0, referrer);
      }
    }
    return entry.seq;
  }

  /** Keeps its place, but forgets its identity, also as a referrer. @returns whether it existed */
  erase(id: string): boolean {
    const entry = this.queue.find(one => one.id === id);
    if (!entry) return false;
    for (const [digest, one] of this.#byDigest) if (one === entry) this.#byDigest.delete(digest);
    for (const other of this.queue) if (other.referredBy === entry.code) other.referredBy = null;
    if (entry.code !== null) this.#byCode.delete(entry.code);
    Object.assign(entry, { id: null, code: null, referredBy: null });
    return true;
  }

  /** The ids of the listed entries, newest first. */
  listed(): string[] {
    return this.queue
      .filter(({ id }) => id !== null)
      .sort((a, b) => b.seq - a.seq)
      .map(({ id }) => id ?? '');
  }

  rows() {
    return this.queue.map((entry, index) => ({
      seq: entry.seq,
      id: entry.id,
      position: index + 1,
      referral_code: entry.code,
      referral_count: entry.count,
      referred_by: entry.referredBy,
    }));
  }
}
