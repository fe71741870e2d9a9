import type { Signup } from '../../core/signups/signup-store.ts';

interface OracleEntry {
  /** Null once it is erased: then nobody knows. */
  id: string | null;
  readonly seq: number;
  code: string | null;
  referredBy: string | null;
  count: number;
}

/** What a waitlist means (contract section 4), in the plainest way: the queue is a list, a move is a splice. */
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

  /** @returns the place taken, or null for an email that is there. */
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

  /** It keeps its place; who it was is forgotten, by those too whom it brought. @returns whether it was there */
  erase(id: string): boolean {
    const entry = this.queue.find(one => one.id === id);
    if (!entry) return false;
    for (const [digest, one] of this.#byDigest) if (one === entry) this.#byDigest.delete(digest);
    for (const other of this.queue) if (other.referredBy === entry.code) other.referredBy = null;
    if (entry.code !== null) this.#byCode.delete(entry.code);
    Object.assign(entry, { id: null, code: null, referredBy: null });
    return true;
  }

  /** The ids of those who are listed, newest first. */
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
