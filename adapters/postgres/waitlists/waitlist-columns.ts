import { ANY_EMAIL } from '../../../core/waitlists/door.ts';
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
  invitationPlan: 'invitation_plan',
  confirmation: 'confirmation',
  opensAt: 'opens_at',
  closesAt: 'closes_at',
  capacity: 'capacity',
  closedMessage: 'closed_message',
  emailRules: 'email_rules',
  questions: 'questions',
  languages: 'languages',
  translations: 'translations',
  senderId: 'sender_id',
} as const satisfies Record<keyof WaitlistFields, string>;

const MEMBERS = Object.keys(COLUMN) as (keyof WaitlistFields)[];

/** The members that are set in a new waitlist or a change. */
export const present = (fields: Partial<Record<keyof WaitlistFields, unknown>>) =>
  MEMBERS.filter(member => fields[member] !== undefined);

/** Page code makes the template `custom`. */
export const DESIGN = `design || CASE WHEN page_code IS NULL THEN '{}' ELSE '{"template": "custom"}' END::jsonb AS design`;

/** As the API writes times. */
const timeText = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const NO_RULES = `'${JSON.stringify(ANY_EMAIL)}'::jsonb`;

export const OPENS_AT = `${timeText('opens_at')} AS "opensAt"`;

/** How members are read that are not their column. */
const READ: Readonly<Partial<Record<keyof WaitlistFields, string>>> = {
  design: DESIGN,
  opensAt: OPENS_AT,
  closesAt: `${timeText('closes_at')} AS "closesAt"`,
  emailRules: `coalesce(email_rules, ${NO_RULES}) AS "emailRules"`,
};

/** The members of a waitlist's door that its page shows too. */
export const DOOR = `${OPENS_AT}, ${READ.closesAt}, closed_message AS "closedMessage"`;

/** @param table - the name of `waitlists` in the statement */
export const doorState = (table: string): string =>
  `waitlist_door(${table}.id, ${table}.opens_at, ${table}.closes_at, ${table}.capacity) AS door`;

const select = (members: readonly (keyof WaitlistFields)[]): string =>
  [
    'id',
    ...members.map(member => READ[member] ?? `${COLUMN[member]} AS "${member}"`),
    doorState('waitlists'),
    'licensed_at IS NOT NULL AS licensed',
    'created_at AS "createdAt"',
  ].join(', ');

export const WITH_CODE = select(MEMBERS);
/** Page code has up to 200,000 characters, so it is read only where it is shown. */
export const WITHOUT_CODE = select(MEMBERS.filter(member => member !== 'pageCode'));

/** Those of a list. */
export const LISTED = select(MEMBERS.filter(member => member !== 'pageCode' && member !== 'translations'));

/** A design is merged into the stored one; null clears a member. Rules that allow everybody are none. */
export function valueSql(member: keyof WaitlistFields, parameter: number, stored = "'{}'"): string {
  if (member === 'design') return `jsonb_strip_nulls(${stored} || $${parameter}::jsonb)`;
  return member === 'emailRules' ? `nullif($${parameter}::jsonb, ${NO_RULES})` : `$${parameter}`;
}

/** The value of a member as the driver sends it: it takes an array for one of SQL's. */
export const memberValue = (
  fields: Partial<Record<keyof WaitlistFields, unknown>>,
  member: keyof WaitlistFields,
): unknown => (member === 'questions' ? JSON.stringify(fields.questions) : fields[member]);

/** The license may have been refunded since the caller saw it; then referrals stay off. */
export const changeSql = (member: keyof WaitlistFields, parameter: number): string =>
  member === 'referralEnabled'
    ? `$${parameter} AND licensed_at IS NOT NULL`
    : valueSql(member, parameter, 'design');
