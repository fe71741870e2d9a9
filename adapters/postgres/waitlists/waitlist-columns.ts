import type { WaitlistFields } from '../../../core/waitlists/waitlist-store.ts';

/** The column of each member that users set. */
export const COLUMN = {
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
  design: 'design',
  allowedOrigins: 'allowed_origins',
  shareUrl: 'share_url',
  inviteUrl: 'invite_url',
  confirmation: 'confirmation',
} as const satisfies Record<keyof WaitlistFields, string>;

const MEMBERS = Object.keys(COLUMN) as (keyof WaitlistFields)[];

/** The members that are set in a new waitlist or a change. */
export const present = (fields: Partial<Record<keyof WaitlistFields, unknown>>) =>
  MEMBERS.filter(member => fields[member] !== undefined);

/** Page code makes the template `custom`. */
export const DESIGN = `design || CASE WHEN page_code IS NULL THEN '{}' ELSE '{"template": "custom"}' END::jsonb AS design`;

const select = (members: readonly (keyof WaitlistFields)[]): string =>
  [
    'id',
    ...members.map(member => (member === 'design' ? DESIGN : `${COLUMN[member]} AS "${member}"`)),
    'licensed_at IS NOT NULL AS licensed',
    'created_at AS "createdAt"',
  ].join(', ');

export const WITH_CODE = select(MEMBERS);
/** Page code has up to 200,000 characters, so it is read only where it is shown. */
export const WITHOUT_CODE = select(MEMBERS.filter(member => member !== 'pageCode'));

/** A design is merged into the stored one; null clears a member. */
export const valueSql = (member: keyof WaitlistFields, parameter: number, stored = "'{}'"): string =>
  member === 'design' ? `jsonb_strip_nulls(${stored} || $${parameter}::jsonb)` : `$${parameter}`;

/** The license may have been refunded since the caller saw it; then referrals stay off. */
export const changeSql = (member: keyof WaitlistFields, parameter: number): string =>
  member === 'referralEnabled'
    ? `$${parameter} AND licensed_at IS NOT NULL`
    : valueSql(member, parameter, 'design');
