import type pg from 'pg';
import type { PageRecord, PageStore } from '../../../core/pages/page-store.ts';
import { DESIGN, DOOR, doorState } from '../waitlists/waitlist-columns.ts';

const selectPage = (from: string, domain: string): string =>
  `SELECT w.id, w.slug, w.name, w.page_code AS "pageCode", w.seo_title AS "seoTitle",
          w.seo_description AS "seoDescription", w.seo_keywords AS "seoKeywords", w.og_image AS "ogImage",
          ${DESIGN}, w.referral_enabled AS "referralEnabled", w.referral_boost AS "referralBoost", a.plan,
          CASE WHEN w.turnstile_secret IS NOT NULL THEN w.turnstile_site_key END AS "ownSiteKey",
          n.signups, waiting_ahead(w.id, n.signups + 1) AS waiting, w.allowed_origins AS "allowedOrigins",
          ${doorState('w')}, ${DOOR},
          w.questions, w.languages, w.translations,
          ${domain} AS domain
   FROM ${from} JOIN accounts a ON a.id = w.account_id
     CROSS JOIN LATERAL (
       SELECT coalesce(max(e.seq), 0) AS signups FROM entries e WHERE e.waitlist_id = w.id
     ) n`;

const BY_SLUG = `${selectPage(
  'waitlists w',
  `(SELECT d.domain FROM custom_domains d WHERE d.waitlist_id = w.id AND d.state = 'active')`,
)} WHERE w.slug = $1`;

const ACTIVE = `custom_domains d JOIN waitlists w ON w.id = d.waitlist_id AND d.domain = $1 AND d.state = 'active'`;

const BY_DOMAIN = selectPage(ACTIVE, 'd.domain');

/** {@link PageStore} on Postgres. The number of signups does not slow it down. */
export function createPageStore(pool: pg.Pool): PageStore {
  async function findOne<Row extends pg.QueryResultRow>(name: string, text: string, key: string) {
    const { rows } = await pool.query<Row>({ name, text, values: [key] });
    return rows[0] ?? null;
  }

  return {
    find: slug => findOne<PageRecord>('find-page', BY_SLUG, slug),
    findByDomain: domain => findOne<PageRecord>('find-page-by-domain', BY_DOMAIN, domain),
    async slugAt(domain) {
      const row = await findOne<{ slug: string }>(
        'find-slug-of-domain',
        `SELECT w.slug FROM ${ACTIVE}`,
        domain,
      );
      return row?.slug ?? null;
    },
  };
}
