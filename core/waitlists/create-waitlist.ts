import * as z from 'zod';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { billingUrl } from '../kernel/site.ts';
import { slugFromName, withRandomSuffix } from './generate-slug.ts';
import { checkOgImage } from './og-image.ts';
import { licenseRequired, slugTaken } from './rules.ts';
import { CreateWaitlistInput, Waitlist } from './schemas.ts';
import { toWaitlist, type WaitlistRecord } from './waitlist.ts';
import type { NewWaitlist, WaitlistServices, WaitlistStore } from './waitlist-store.ts';

/** A random suffix has 31^5 values: if this many are taken, something else is wrong. */
const SLUG_ATTEMPTS = 6;

export const createWaitlist = defineOperation({
  name: 'create_waitlist',
  group: 'waitlists',
  title: 'Create a waitlist',
  summary: 'Create a waitlist and publish its page',
  description:
    'Creates a waitlist and publishes its page at /w/{slug} immediately. Only name is required: by default slug is generated from the name, and reactCode is the default template.',
  method: 'POST',
  path: '/api/v1/waitlists',
  scope: 'waitlists:write',
  effect: EFFECT.create,
  status: 201,
  errors: ['license_required'],
  input: CreateWaitlistInput,
  output: () => z.object({ waitlist: Waitlist() }),
  async run({ caller, services, site }: CallerContext<WaitlistServices>, { slug, reactCode, ...fields }) {
    await checkOgImage(site, services.assets, fields.ogImage);
    // A new waitlist is never licensed, and has no page of its own yet where the license could be bought.
    if (fields.referralEnabled) throw licenseRequired(site, billingUrl(site));

    const record = await insertWithSlug(services.waitlists, caller.account.id, slug, {
      ...fields,
      pageCode: reactCode,
    });
    return { waitlist: toWaitlist(record, site) };
  },
});

async function insertWithSlug(
  waitlists: WaitlistStore,
  accountId: string,
  wanted: string | undefined,
  fields: Omit<NewWaitlist, 'slug'>,
): Promise<WaitlistRecord> {
  if (wanted !== undefined) {
    const record = await waitlists.insert(accountId, { ...fields, slug: wanted });
    if (record === 'slug_taken') throw slugTaken(wanted);
    return record;
  }
  const base = slugFromName(fields.name);
  for (let attempt = 0; attempt < SLUG_ATTEMPTS; attempt++) {
    const slug = attempt === 0 ? base : withRandomSuffix(base);
    const record = await waitlists.insert(accountId, { ...fields, slug });
    if (record !== 'slug_taken') return record;
  }
  throw new Error('Found no free slug');
}
