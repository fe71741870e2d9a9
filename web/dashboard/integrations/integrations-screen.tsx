import { useQueries } from '@tanstack/react-query';
import { accountQuery, databaseQuery, domainQuery, templatesQuery, turnstileQuery } from '../api/queries.ts';
import { Lines } from '../components/loaded.tsx';
import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { ChallengeSection } from './challenge-section.tsx';
import { DatabaseSection } from './database-section.tsx';
import { DomainSection } from './domain-section.tsx';
import { TemplateSection } from './template-section.tsx';

export function IntegrationsScreen() {
  const { id } = useWaitlist();
  // All sections at once: one that came later would push buttons away from under the pointer.
  const isLoading = useQueries({
    queries: [accountQuery, domainQuery(id), templatesQuery, turnstileQuery(id), databaseQuery(id)],
    combine: results => results.some(({ isPending }) => isPending),
  });
  if (isLoading) return <Lines count={6} />;
  return (
    <>
      <DomainSection id={id} />
      <TemplateSection id={id} />
      <ChallengeSection id={id} />
      <DatabaseSection id={id} />
    </>
  );
}
