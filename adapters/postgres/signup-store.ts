import pg from 'pg';
import { createKeyedBatcher } from '../../core/batcher.ts';
import { generateReferralCode } from '../../core/signups/referral-code.ts';
import type { JoinOutcome, Signup, SignupStore } from '../../core/signups/signup-store.ts';

/** What `join_waitlist` answers; the arrays are parallel to the signups. */
interface Admitted {
  readonly known: boolean;
  readonly positions: readonly (number | null)[] | null;
  readonly codes: readonly string[] | null;
}

/** The cost of a signup falls little beyond this, and a batch holds the list's lock for some 5 ms. */
const MAX_BATCH = 100;
/** While one batch waits for the disk the next can work: the lock is released before the flush. */
const CALLS_PER_LIST = 2;
/** Ten characters collide once in 10^9 signups of a list of a million; twice in a row, never. */
const CODE_ATTEMPTS = 4;

const isTakenCode = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'entries_referral_code';

/** Data exceptions, violated constraints, exceeded limits: what one signup of a batch can be to blame for. */
const blamesData = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? '');

function toOutcome({ known, positions, codes }: Admitted, index: number): JoinOutcome {
  if (!known) return { status: 'no_such_waitlist' };
  const position = positions?.[index];
  const referralCode = codes?.[index];
  if (position == null || referralCode == null) return { status: 'already_joined' };
  return { status: 'joined', position, referralCode };
}

/** {@link SignupStore} on Postgres: the signups of a list that arrive together share one `CALL`. */
export function createSignupStore(pool: pg.Pool): SignupStore {
  async function call(waitlistId: string, signups: readonly Signup[], codes: readonly string[]) {
    const { rows } = await pool.query<Admitted>({
      name: 'join-waitlist',
      text: 'CALL join_waitlist($1, $2, $3, $4, $5, $6, $7, NULL, NULL, NULL)',
      values: [
        waitlistId,
        signups.map(signup => signup.entryId),
        signups.map(signup => signup.emailDigest),
        signups.map(signup => signup.email),
        signups.map(signup => signup.name),
        codes,
        signups.map(signup => signup.referrerCode),
      ],
    });
    const [admitted] = rows;
    if (!admitted) throw new Error('join_waitlist gave no row');
    return signups.map((_, index) => toOutcome(admitted, index));
  }

  async function run(waitlistId: string, signups: readonly Signup[]): Promise<JoinOutcome[]> {
    let codes = signups.map(signup => signup.referralCode);
    for (let attempt = 1; ; attempt++) {
      try {
        return await call(waitlistId, signups, codes);
      } catch (error) {
        // Nothing was written: a code that is taken must not cost anyone the place.
        if (!isTakenCode(error) || attempt === CODE_ATTEMPTS) throw error;
        codes = signups.map(generateReferralCode);
      }
    }
  }

  // A batch may be repeated item by item even when it did commit: each signup finds its own entry by its id.
  const batcher = createKeyedBatcher<Signup, JoinOutcome>({
    maxSize: MAX_BATCH,
    maxInFlight: CALLS_PER_LIST,
    retryAlone: blamesData,
    run,
  });
  return { join: signup => batcher.add(signup.waitlistId, signup) };
}
