import { limitReached } from '../account/limits.ts';
import { type CallerContext, type Creating, defineOperation, EFFECT } from '../kernel/operation.ts';
import { PLANS } from '../kernel/plans.ts';
import { billingUrl } from '../kernel/site.ts';
import { changePage } from '../page-code/design.ts';
import { warningsAbout } from '../page-code/page-code-warnings.ts';
import { changePlan } from './change-plan.ts';
import { slugFromName, withRandomSuffix } from './generate-slug.ts';
import { checkInviteUrl } from './invite-url.ts';
import { checkAllowedOrigins } from './own-site.ts';
import { checkPageImages } from './page-images.ts';
import { conflictError, licenseRequired } from './rules.ts';
import { CreateWaitlistInput, SavedWaitlist } from './schemas.ts';
import { changeTranslations } from './translations.ts';
import { toWaitlist } from './waitlist.ts';
import type { WaitlistServices, WaitlistStore } from './waitlist-store.ts';

/** A random suffix has 31^5 values: if this many are taken, something else is wrong. */
const SLUG_ATTEMPTS = 6;

export const createWaitlist = defineOperation({
  name: 'create_waitlist',
  group: 'waitlists',
  title: 'Create a waitlist',
  summary: 'Create a waitlist and publish its page',
  description:
    'Creates a waitlist and publishes its page at /w/{slug} immediately. Only name is required: by default slug is generated from the name, and design.template is door.',
  method: 'POST',
  path: '/api/v1/waitlists',
  scope: 'waitlists:write',
  effect: EFFECT.create,
  status: 201,
  errors: ['license_required', 'limit_reached', 'invite_url_required'],
  example: {
    name: 'Rocket Bikes',
    slug: 'rocket-bikes',
    design: { template: 'minimal', brandColor: '#2b50e0' },
  },
  input: CreateWaitlistInput,
  output: SavedWaitlist,
  location: ({ waitlist }) => `/api/v1/waitlists/${waitlist.id}`,
  async run(
    context: Creating<CallerContext<WaitlistServices>>,
    { slug, reactCode, translations, invitationPlan, ...fields },
  ) {
    const { caller, services, site, creationId } = context;
    checkAllowedOrigins(site, fields.allowedOrigins);
    checkInviteUrl(site, fields.inviteUrl);
    const { questions } = fields;
    const translated = translations && {
      translations: changeTranslations({ questions: [], translations: {} }, { questions, translations }),
    };
    const planned = changePlan(
      caller,
      { inviteUrl: null, invitationPlan: null, questions: [] },
      { ...fields, invitationPlan },
    );
    await checkPageImages(site, services.assets, fields);
    // A new waitlist is never licensed, and has no page of its own yet where the license could be bought.
    if (fields.referralEnabled) {
      throw licenseRequired(
        site,
        billingUrl(site),
        'Create the waitlist without referralEnabled, license it at upgradeUrl (a one-time payment), then turn on referrals with update_waitlist (PATCH /api/v1/waitlists/{id}).',
      );
    }

    const { id: accountId, plan } = caller.account;
    const { limits } = PLANS[plan];
    const record = await insertWithSlug(
      candidate =>
        services.waitlists.insert(
          accountId,
          creationId,
          { ...fields, ...planned, ...translated, ...changePage(reactCode, fields.design), slug: candidate },
          limits.waitlists,
        ),
      fields.name,
      slug,
    );
    if (record === 'limit_reached') throw limitReached(site, plan, 'waitlists');
    if (typeof record === 'string') throw conflictError(record, slug ?? '');
    return { waitlist: toWaitlist(record, site), ...warningsAbout(reactCode) };
  },
});

async function insertWithSlug(
  insert: (slug: string) => ReturnType<WaitlistStore['insert']>,
  name: string,
  wanted: string | undefined,
): ReturnType<WaitlistStore['insert']> {
  if (wanted !== undefined) return insert(wanted);
  const base = slugFromName(name);
  for (let attempt = 0; attempt < SLUG_ATTEMPTS; attempt++) {
    const record = await insert(attempt === 0 ? base : withRandomSuffix(base));
    if (record !== 'slug_taken') return record;
  }
  throw new Error('Found no free slug');
}
