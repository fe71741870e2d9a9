import type pg from 'pg';
import type { LicensedWaitlist, LicenseStore } from '../../core/waitlists/license-waitlist.ts';

/** {@link LicenseStore} on Postgres. */
export function createLicenseStore(pool: pg.Pool): LicenseStore {
  return {
    async license(ref) {
      const [column, value] = 'id' in ref ? ['id', ref.id] : ['slug', ref.slug];
      const { rows } = await pool.query<LicensedWaitlist>(
        `UPDATE waitlists SET licensed_at = coalesce(licensed_at, now()) WHERE ${column} = $1
         RETURNING id, slug, licensed_at AS "licensedAt"`,
        [value],
      );
      return rows[0] ?? null;
    },
  };
}
