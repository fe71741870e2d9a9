import { isSuppressed } from '../email/suppression-store.ts';

/** The language of an email: the person’s, if the waitlist still has it, else its first. */
export const languageIn = (column: string): string =>
  `CASE WHEN ${column} = ANY (w.languages) THEN ${column} ELSE w.languages[1] END`;

export const languageOf = (column: string): string => `${languageIn(column)} AS language`;

/** The columns that every email of a waitlist needs, of `waitlists` w, `accounts` a, and its active domain d. */
export const SENDER_COLUMNS = `a.id AS "accountId", a.plan, w.name AS "waitlistName", w.slug, w.languages, d.domain, w.design,
  CASE WHEN a.reply_to_digest IS NOT NULL AND NOT ${isSuppressed('a.reply_to_digest')} THEN a.email END AS "replyTo",
  (SELECT json_build_object('claimId', sd.id, 'email', sn.email, 'name', sn.name)
   FROM senders sn JOIN sender_domains sd ON sd.id = sn.domain_id AND sd.state = 'active' WHERE sn.id = w.sender_id) AS sender`;

/** The columns of a `Place` and its account, of `queue` q and the same tables. */
export const PLACE_COLUMNS = `q.position, q.referral_code AS "referralCode", w.share_url AS "shareUrl",
  w.referral_enabled AS "referralEnabled", w.referral_boost AS "referralBoost", ${languageOf('q.language')}, ${SENDER_COLUMNS}`;

/** The tables of these columns that are joined to `queue` q. */
export const PLACE_TABLES = `JOIN waitlists w ON w.id = q.waitlist_id JOIN accounts a ON a.id = w.account_id
  LEFT JOIN custom_domains d ON d.waitlist_id = w.id AND d.state = 'active'`;
