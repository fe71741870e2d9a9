import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { LinkSection } from './link-section.tsx';
import { SitesSection } from './sites-section.tsx';
import { SnippetsSection } from './snippets-section.tsx';
import { TaggedLinkSection } from './tagged-link-section.tsx';

/** Everything that brings people to a waitlist: its link, and the form on the owner's own site. */
export function ShareScreen() {
  const waitlist = useWaitlist();
  return (
    <>
      <LinkSection waitlist={waitlist} />
      <TaggedLinkSection waitlist={waitlist} />
      <SitesSection waitlist={waitlist} />
      <SnippetsSection waitlist={waitlist} />
    </>
  );
}
