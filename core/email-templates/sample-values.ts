import { referralLink, type Site } from '../kernel/site.ts';
import type { WaitlistRecord } from '../waitlists/waitlist.ts';
import type { VariableValues } from './variables.ts';

type SampleWaitlist = Pick<WaitlistRecord, 'name' | 'description' | 'slug'>;

const SAMPLE: SampleWaitlist = {
  name: 'Rocket Bikes',
  description: 'The first bicycle with a launch pad.',
  slug: 'rocket-bikes',
};

/** Values of a made-up signup, on the given waitlist or a sample. */
export const sampleValues = (site: Site, waitlist: SampleWaitlist = SAMPLE): VariableValues => ({
  waitlistName: waitlist.name,
  description: waitlist.description ?? '',
  position: '128',
  // Opens the page and credits nobody: no signup has this code.
  referralLink: referralLink(site, waitlist.slug, 'SAMPLE'),
});
