import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { licenseUrl } from '../kernel/site.ts';
import { checkOgImage } from './og-image.ts';
import { licenseRequired, slugTaken } from './rules.ts';
import { UpdateWaitlistInput, Waitlist } from './schemas.ts';
import { toWaitlist } from './waitlist.ts';
import { toWaitlistRef } from './waitlist-ref.ts';
import type { WaitlistServices } from './waitlist-store.ts';

export const updateWaitlist = defineOperation({
  name: 'update_waitlist',
  group: 'waitlists',
  title: 'Update a waitlist',
  summary: 'Change the fields that are sent',
  description:
    'Changes only the fields that are sent; null clears description, seoTitle, seoDescription, seoKeywords, ogImage and referralMessage. A new slug moves the page: the old address answers 404.',
  method: 'PATCH',
  path: '/api/v1/waitlists/{id}',
  scope: 'waitlists:write',
  effect: EFFECT.update,
  status: 200,
  errors: ['license_required'],
  input: UpdateWaitlistInput,
  output: () => z.object({ waitlist: Waitlist() }),
  async run({ caller, services, site }: CallerContext<WaitlistServices>, { id, reactCode, ...changes }) {
    await checkOgImage(site, services.assets, changes.ogImage);
    const ref = toWaitlistRef(id);
    const current = ref && (await services.waitlists.find(caller.account.id, ref));
    if (!current) throw notFound('waitlist');
    if (changes.referralEnabled && !current.licensed)
      throw licenseRequired(site, licenseUrl(site, current.id));

    const updated = await services.waitlists.update(caller.account.id, current.id, {
      ...changes,
      pageCode: reactCode,
    });
    if (updated === 'slug_taken') throw slugTaken(changes.slug ?? current.slug);
    if (!updated) throw notFound('waitlist');
    return { waitlist: toWaitlist(updated, site) };
  },
});
