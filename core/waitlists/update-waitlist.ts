import { notFound, ValidationError } from '../kernel/errors.ts';
import { type CallerContext, EFFECT } from '../kernel/operation.ts';
import { licenseUrl } from '../kernel/site.ts';
import { changePage } from '../page-code/design.ts';
import { warningsAbout } from '../page-code/page-code-warnings.ts';
import { changePlan } from './change-plan.ts';
import { checkInviteUrl } from './invite-url.ts';
import { checkAllowedOrigins } from './own-site.ts';
import { checkPageImages } from './page-images.ts';
import { conflictError, licenseRequired } from './rules.ts';
import { CUSTOM_NEEDS_CODE, SavedWaitlist, UpdateWaitlistInput } from './schemas.ts';
import { changeTranslations } from './translations.ts';
import { checkUnchanged, toWaitlist } from './waitlist.ts';
import { defineWaitlistOperation, type WaitlistContext } from './waitlist-operation.ts';
import type { PrepareChange, WaitlistServices } from './waitlist-store.ts';

export const updateWaitlist = defineWaitlistOperation({
  name: 'update_waitlist',
  group: 'waitlists',
  title: 'Update a waitlist',
  summary: 'Update a waitlist',
  description:
    'Changes only the fields you send; null clears a nullable field. A new slug moves the page: the old URL returns 404.',
  method: 'PATCH',
  path: '/api/v1/waitlists/{id}',
  scope: 'waitlists:write',
  effect: EFFECT.update,
  hasETag: true,
  errors: ['license_required', 'invite_url_required'],
  example: { description: 'Spring launch', design: { headline: 'Bikes that fly' } },
  input: UpdateWaitlistInput,
  output: SavedWaitlist,
  async check({ services, site }: CallerContext<WaitlistServices>, input) {
    checkAllowedOrigins(site, input.allowedOrigins);
    checkInviteUrl(site, input.inviteUrl);
    await checkPageImages(site, services.assets, input);
  },
  async run(
    context: WaitlistContext<WaitlistServices>,
    { reactCode, translations, invitationPlan, ...changes },
  ) {
    const { caller, waitlist, services, site } = context;
    if (changes.referralEnabled && !waitlist.licensed)
      throw licenseRequired(site, licenseUrl(site, waitlist.id));
    const { template } = waitlist.design;
    if (changes.design?.template === 'custom' && reactCode === undefined && template !== 'custom')
      throw ValidationError.at('design.template', CUSTOM_NEEDS_CODE);

    const updated = await services.waitlists.update(
      caller.account.id,
      waitlist.id,
      { ...changes, ...changePage(reactCode, changes.design) },
      prepareChange(context, { ...changes, translations, invitationPlan }),
    );
    if (typeof updated === 'string') throw conflictError(updated, changes.slug ?? waitlist.slug);
    if (!updated) throw notFound('waitlist');
    return { waitlist: toWaitlist(updated, site), ...warningsAbout(reactCode) };
  },
});

/** What depends on the waitlist as it is when it is changed. */
function prepareChange(
  context: WaitlistContext<WaitlistServices>,
  change: Pick<UpdateWaitlistInput, 'translations' | 'questions' | 'inviteUrl' | 'invitationPlan'>,
): PrepareChange | undefined {
  const check = checkUnchanged(context);
  const translates = change.translations !== undefined || change.questions !== undefined;
  const plans = change.invitationPlan !== undefined || change.inviteUrl === null;
  if (!check && !translates && !plans) return undefined;
  return current => {
    check?.(current);
    return {
      ...(translates && { translations: changeTranslations(current, change) }),
      ...(plans && changePlan(context.caller, current, change)),
    };
  };
}
