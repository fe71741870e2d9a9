import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { ChallengeSection } from './challenge-section.tsx';
import { DatabaseSection } from './database-section.tsx';
import { DomainSection } from './domain-section.tsx';
import { TemplateSection } from './template-section.tsx';

export function IntegrationsScreen() {
  const { id } = useWaitlist();
  return (
    <>
      <DomainSection id={id} />
      <TemplateSection id={id} />
      <ChallengeSection id={id} />
      <DatabaseSection id={id} />
    </>
  );
}
