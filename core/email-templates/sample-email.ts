import type { ActiveDomains } from '../domains/domain-store.ts';
import type { Email } from '../email/email.ts';
import type { PlaceFacts } from '../email/place-email.ts';
import { type Place, placeFacts } from '../email/place-record.ts';
import type { OwnerMailServices } from '../email/send-to-owner.ts';
import { stopUrl } from '../email/stop-link.ts';
import type { CallerContext } from '../kernel/operation.ts';
import type { Site } from '../kernel/site.ts';
import { languageAmong } from '../languages/language.ts';
import { requireWaitlist, type WaitlistFinder } from '../waitlists/require-waitlist.ts';
import type { WaitlistRecord } from '../waitlists/waitlist.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { composeConfirmation } from './compose-confirmation.ts';
import type { TemplateServices } from './template-store.ts';

/** The waitlist of a sample. */
export type SampleWaitlist = Pick<
  WaitlistRecord,
  'name' | 'description' | 'slug' | 'shareUrl' | 'referralEnabled' | 'referralBoost' | 'design' | 'languages'
> &
  Pick<Place, 'domain'>;

const SAMPLE: SampleWaitlist = {
  name: 'Rocket Bikes',
  description: 'The first bicycle with a launch pad.',
  slug: 'rocket-bikes',
  domain: null,
  shareUrl: null,
  referralEnabled: false,
  referralBoost: 1,
  design: {},
  languages: ['en'],
};

/** The facts in the email of a made-up signup. Its links lead to pages that say that they are nobody's. */
const sampleFacts = (site: Site, to: string, waitlist: SampleWaitlist): PlaceFacts =>
  placeFacts(
    site,
    {
      ...waitlist,
      language: languageAmong(waitlist.languages, null),
      waitlistName: waitlist.name,
      position: 128,
      referralCode: 'SAMPLE',
    },
    { to, statusToken: 'sample', stopUrl: stopUrl(site, 'sample') },
  );

/** The services of previews and test emails. */
export interface SampleEmailServices
  extends Pick<TemplateServices, 'htmlToText'>,
    OwnerMailServices,
    WaitlistFinder {
  readonly domains: ActiveDomains;
}

/** The waitlist to take values from; by default a sample. */
export const SampleWaitlistId = () =>
  WaitlistId.optional().meta({
    description: 'A waitlist whose name and description to show; by default a sample',
  });

/** A template, saved or not. */
interface TemplateText {
  readonly subject: string;
  readonly html: string;
}

type Context = CallerContext<SampleEmailServices>;

/**
 * The waitlist to take values from.
 * @throws {ApiError} `not_found`
 */
export async function findSample(
  { caller, services }: Context,
  waitlistId: string | undefined,
): Promise<SampleWaitlist> {
  if (waitlistId === undefined) return SAMPLE;
  const waitlist = await requireWaitlist(services, caller.account.id, waitlistId);
  return { ...waitlist, domain: await services.domains.of(waitlist.id) };
}

/** Renders the email that a signup of the waitlist would get from a template, or by default. */
export function renderSample(
  { caller, services, site }: Context,
  template: TemplateText | null,
  waitlist: SampleWaitlist,
): Email {
  const content = template && { ...template, text: services.htmlToText(template.html) };
  const facts = sampleFacts(site, caller.account.email, waitlist);
  return composeConfirmation(facts, content, { name: 'Ada', description: waitlist.description });
}
