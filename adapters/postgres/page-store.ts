import type pg from 'pg';
import type { PageRecord, PageStore } from '../../core/pages/page-store.ts';

/** {@link PageStore} on Postgres: one look-up, whatever the number of signups. */
export function createPageStore(pool: pg.Pool): PageStore {
  return {
    async find(slug) {
      const { rows } = await pool.query<PageRecord>({
        name: 'find-page',
        text: `SELECT w.id, w.slug, w.name, w.description, w.page_code AS "pageCode", w.seo_title AS "seoTitle",
                      w.seo_description AS "seoDescription", w.seo_keywords AS "seoKeywords", w.og_image AS "ogImage",
                      w.referral_enabled AS "referralEnabled", w.referral_boost AS "referralBoost", a.plan,
                      coalesce((SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = w.id), 0) AS signups
               FROM waitlists w JOIN accounts a ON a.id = w.account_id WHERE w.slug = $1`,
        values: [slug],
      });
      return rows[0] ?? null;
    },
  };
}
