import { referralLink, type Site } from '../kernel/site.ts';
import type { WaitlistRecord } from '../waitlists/waitlist.ts';
import type { VariableValues } from './variables.ts';

type SampleWaitlist = Pick<WaitlistRecord, 'name' | 'description' | 'slug'>;

const SAMPLE: SampleWaitlist = {
  name: 'Rocket Bikes',
  description: 'The first bicycle with a launch pad.',
  slug: 'rocket-bikes',
};

/** The variables of a signup that nobody made, on a waitlist of the account's or on a sample one. */
export const sampleValues = (site: Site, waitlist: SampleWaitlist = SAMPLE): VariableValues => ({
  waitlistName: waitlist.name,
  description: waitlist.description ?? '',
  position: '128',
  // Leads to the page, and moves nobody: no signup has such a code.
  referralLink: referralLink(site, waitlist.slug, 'SAMPLE'),
});
