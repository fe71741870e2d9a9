import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import type { Waitlist } from '../api/queries.ts';
import { GuideLink } from '../components/guide-link.tsx';
import { Section } from '../components/section.tsx';
import { FieldsSkeleton } from '../components/skeletons.tsx';
import { INVITE_URL_FIELD } from './invite-url.tsx';
import { PlanCard } from './plan-card.tsx';

/** Loaded separately: most visits to this screen only read the plan. */
const PlanEditor = lazy(() => import('./plan-editor.tsx'));

const TITLE = 'Let people in by plan';
const LEAD = (
  <>
    <span>{'Invites the next people in line automatically, on the days you choose. '}</span>
    <GuideLink to="inviting#by-plan">How plans work</GuideLink>
  </>
);

/** The plan of a waitlist, and what changes it. */
export function PlanSection({ waitlist }: { readonly waitlist: Waitlist }) {
  const { invitationPlan: plan, inviteUrl } = waitlist;
  const [isEditing, editing] = useDisclosure();
  if (inviteUrl === null)
    return (
      <Section
        title={TITLE}
        lead={LEAD}
        actions={
          <Button variant="default" onClick={() => document.getElementById(INVITE_URL_FIELD)?.focus()}>
            First set where people go
          </Button>
        }
      />
    );
  if (isEditing)
    return (
      <Section title={TITLE} lead={LEAD}>
        <Suspense fallback={<FieldsSkeleton fields={4} />}>
          <PlanEditor waitlist={waitlist} onClose={editing.close} />
        </Suspense>
      </Section>
    );
  if (plan === null)
    return (
      <Section
        title={TITLE}
        lead={LEAD}
        actions={
          <Button variant="default" onClick={editing.open}>
            Set up a plan
          </Button>
        }
      />
    );
  return <PlanCard waitlist={waitlist} plan={plan} title={TITLE} onEdit={editing.open} />;
}
