import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { accountQuery } from '../api/queries.ts';
import { NotFound } from '../app/not-found.tsx';
import { GuideLink } from '../components/guide-link.tsx';
import { Loaded } from '../components/loaded.tsx';
import { FormSkeleton } from '../components/skeletons.tsx';
import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { BackToIntegrations } from './back.tsx';
import { ChallengeSection } from './challenge-section.tsx';
import { DatabaseSection } from './database-section.tsx';
import { DomainSection } from './domain-section.tsx';
import { EmailsSection } from './emails-section.tsx';

/** By their name in the URL, with the guide for each. */
const SECTIONS = new Map([
  ['domain', { Integration: DomainSection, guide: <GuideLink to="domains">How domains work</GuideLink> }],
  [
    'email',
    {
      Integration: EmailsSection,
      guide: <GuideLink to="announcements#emails-in-your-own-words">How templates work</GuideLink>,
    },
  ],
  ['bots', { Integration: ChallengeSection, guide: <GuideLink to="bot-challenge">How it works</GuideLink> }],
  [
    'database',
    { Integration: DatabaseSection, guide: <GuideLink to="own-database">How your database works</GuideLink> },
  ],
]);

/** One integration of a waitlist. */
export function IntegrationScreen() {
  const { id } = useWaitlist();
  const { kind } = useParams({ from: '/waitlists/$id/integrations/$kind' });
  const section = SECTIONS.get(kind);
  return (
    <>
      <BackToIntegrations id={id} />
      <Loaded query={useQuery(accountQuery)} skeleton={<FormSkeleton />}>
        {() => (section ? <section.Integration id={id} /> : <NotFound what="integration" />)}
      </Loaded>
      {section && <p className="quiet integration-guide">{section.guide}</p>}
    </>
  );
}
