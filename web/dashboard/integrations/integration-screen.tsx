import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { accountQuery } from '../api/queries.ts';
import { NotFound } from '../app/not-found.tsx';
import { Loaded } from '../components/loaded.tsx';
import { FormSkeleton } from '../components/skeletons.tsx';
import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { BackToIntegrations } from './back.tsx';
import { ChallengeSection } from './challenge-section.tsx';
import { DatabaseSection } from './database-section.tsx';
import { DomainSection } from './domain-section.tsx';
import { EmailsSection } from './emails-section.tsx';

/** By their name in the URL. */
const SECTIONS = new Map([
  ['domain', DomainSection],
  ['email', EmailsSection],
  ['bots', ChallengeSection],
  ['database', DatabaseSection],
]);

/** One integration of a waitlist. */
export function IntegrationScreen() {
  const { id } = useWaitlist();
  const { kind } = useParams({ from: '/waitlists/$id/integrations/$kind' });
  const Integration = SECTIONS.get(kind);
  return (
    <>
      <BackToIntegrations id={id} />
      <Loaded query={useQuery(accountQuery)} skeleton={<FormSkeleton />}>
        {() => (Integration ? <Integration id={id} /> : <NotFound what="integration" />)}
      </Loaded>
    </>
  );
}
