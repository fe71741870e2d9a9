import pg from 'pg';
import type { WaitlistRecord } from '../../core/waitlists/waitlist.ts';
import type { WaitlistRef } from '../../core/waitlists/waitlist-ref.ts';
import type { WaitlistFields, WaitlistStore } from '../../core/waitlists/waitlist-store.ts';

/** Column of each member that a holder sets. */
const COLUMN = {
  slug: 'slug',
  name: 'name',
  description: 'description',
  pageCode: 'page_code',
  seoTitle: 'seo_title',
  seoDescription: 'seo_description',
  seoKeywords: 'seo_keywords',
  ogImage: 'og_image',
  referralEnabled: 'referral_enabled',
  referralBoost: 'referral_boost',
  referralMessage: 'referral_message',
} as const satisfies Record<keyof WaitlistFields, string>;

const MEMBERS = Object.keys(COLUMN) as (keyof WaitlistFields)[];

const select = (members: readonly (keyof WaitlistFields)[]): string =>
  [
    'id',
    ...members.map(member => `${COLUMN[member]} AS "${member}"`),
    'licensed_at IS NOT NULL AS licensed',
    'created_at AS "createdAt"',
  ].join(', ');

const ALL = select(MEMBERS);
/** Page code is up to 200,000 characters, and lists never show it. */
const WITHOUT_CODE = select(MEMBERS.filter(member => member !== 'pageCode'));

const isSlugTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'waitlists_slug_key';

/** {@link WaitlistStore} on Postgres. */
export function createWaitlistStore(pool: pg.Pool): WaitlistStore {
  /** A row, or `slug_taken` where the unique index said so. */
  async function write(text: string, values: unknown[]): Promise<WaitlistRecord | 'slug_taken' | null> {
    try {
      const { rows } = await pool.query<WaitlistRecord>(text, values);
      return rows[0] ?? null;
    } catch (error) {
      if (isSlugTaken(error)) return 'slug_taken';
      throw error;
    }
  }

  return {
    async list(accountId) {
      const { rows } = await pool.query<WaitlistRecord>({
        name: 'list-waitlists',
        text: `SELECT ${WITHOUT_CODE}, NULL AS "pageCode" FROM waitlists WHERE account_id = $1 ORDER BY created_at DESC, id`,
        values: [accountId],
      });
      return rows;
    },

    async find(accountId, ref: WaitlistRef) {
      const [name, column, value] = 'id' in ref ? ['id', 'id', ref.id] : ['slug', 'slug', ref.slug];
      const { rows } = await pool.query<WaitlistRecord>({
        name: `find-waitlist-by-${name}`,
        text: `SELECT ${ALL} FROM waitlists WHERE ${column} = $1 AND account_id = $2`,
        values: [value, accountId],
      });
      return rows[0] ?? null;
    },

    async insert(accountId, fields) {
      const columns = MEMBERS.map(member => COLUMN[member]);
      const record = await write(
        `INSERT INTO waitlists (account_id, ${columns.join(', ')})
         VALUES ($1, ${columns.map((_, index) => `$${index + 2}`).join(', ')}) RETURNING ${ALL}`,
        [accountId, ...MEMBERS.map(member => fields[member])],
      );
      if (!record) throw new Error('INSERT returned no row');
      return record;
    },

    async update(accountId, id, changes) {
      const changed = MEMBERS.filter(member => changes[member] !== undefined);
      if (changed.length === 0) return this.find(accountId, { id });
      const assignments = changed.map((member, index) => `${COLUMN[member]} = $${index + 3}`);
      return write(
        `UPDATE waitlists SET ${assignments.join(', ')} WHERE id = $1 AND account_id = $2 RETURNING ${ALL}`,
        [id, accountId, ...changed.map(member => changes[member])],
      );
    },

    async remove(accountId, ref) {
      const { rows } = await pool.query<{ deleted: boolean }>(
        'SELECT delete_waitlist($1, $2, $3) AS deleted',
        [accountId, 'id' in ref ? ref.id : null, 'slug' in ref ? ref.slug : null],
      );
      return rows[0]?.deleted ?? false;
    },
  };
}
