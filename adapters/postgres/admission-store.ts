import type pg from 'pg';
import { createBatcher } from '../../core/batcher.ts';
import type { Admission, AdmissionStore } from '../../core/signups/admission-store.ts';

interface Row {
  readonly ord: number;
  readonly waitlist_id: string;
  readonly referral_message: string | null;
  readonly accepted: boolean;
  readonly remaining: number;
  readonly reset_seconds: number;
}

interface Attempt {
  readonly slug: string;
  readonly addressDigest: Buffer;
}

const WINDOW_MS = 60_000;

const toAdmission = (row: Row): Admission => ({
  waitlistId: row.waitlist_id,
  referralMessage: row.referral_message,
  rateLimit: { accepted: row.accepted, remaining: row.remaining, resetSeconds: row.reset_seconds },
});

/** {@link AdmissionStore} on Postgres. Attempts that arrive while a call is under way share the next. */
export function createAdmissionStore(
  pool: pg.Pool,
  { attemptsPerMinute }: { readonly attemptsPerMinute: number },
): AdmissionStore {
  const batcher = createBatcher<Attempt, Admission | null>({
    maxSize: 100,
    // The next batch fills while one runs: fewer and larger calls cost both processes less than more at a time.
    maxInFlight: 1,
    // A repeat would count an attempt twice.
    retryAlone: false,
    async run(attempts) {
      const { rows } = await pool.query<Row>({
        name: 'admit-signups',
        text: 'SELECT * FROM admit_signups($1, $2, $3, $4)',
        values: [
          attempts.map(attempt => attempt.slug),
          attempts.map(attempt => attempt.addressDigest),
          attemptsPerMinute,
          WINDOW_MS,
        ],
      });
      const found = new Map(rows.map(row => [row.ord, toAdmission(row)]));
      return attempts.map((_, index) => found.get(index + 1) ?? null);
    },
  });
  return { admit: (slug, addressDigest) => batcher.add({ slug, addressDigest }) };
}
