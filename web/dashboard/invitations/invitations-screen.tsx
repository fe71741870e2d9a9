import { Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { overviewQuery, type Waitlist } from '../api/queries.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { count } from '../components/format.ts';
import { GuideLink } from '../components/guide-link.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Section } from '../components/section.tsx';
import { FieldsSkeleton } from '../components/skeletons.tsx';
import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { Batches } from './batches.tsx';
import { Funnel } from './funnel.tsx';
import { InviteForm, type Previewed } from './invite-form.tsx';
import { InviteUrl } from './invite-url.tsx';
import { PlanSection } from './plan-section.tsx';
import { Review, reviewTitle } from './review.tsx';

const REDEEM = <GuideLink to="inviting#redeem-a-code">How your app redeems the code</GuideLink>;

/** Letting people in. */
export function InvitationsScreen() {
  const waitlist = useWaitlist();
  const { id, inviteUrl } = waitlist;
  if (inviteUrl === null)
    return (
      <>
        <Section>
          <EmptyState
            title="Let people in"
            action={
              <div className="empty-form">
                <InviteUrl waitlist={waitlist} />
              </div>
            }
          >
            Invite the people at the front of the line, some you pick, or some every week by plan. Each gets
            an email with a link to your app and a code of their own. {REDEEM}
          </EmptyState>
        </Section>
        <PlanSection waitlist={waitlist} />
        <Batches waitlistId={id} />
      </>
    );
  return (
    <>
      <Invite key={id} waitlistId={id} />
      <PlanSection key={`plan of ${id}`} waitlist={waitlist} />
      <Funnel waitlistId={id} />
      <Batches waitlistId={id} />
      <Section title="Your app" lead={REDEEM}>
        {/* Starts anew when the saved address changes elsewhere. */}
        <InviteUrl key={inviteUrl} waitlist={waitlist} />
      </Section>
    </>
  );
}

/** Invites the first who wait. */
function Invite({ waitlistId }: { readonly waitlistId: Waitlist['id'] }) {
  const query = useQuery(overviewQuery(waitlistId));
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const [isOpen, dialog] = useDisclosure();
  const waiting = query.data?.waiting ?? 0;
  return (
    <Section
      title="Let people in"
      lead={
        waiting > 0 && `${count(waiting, 'person is', 'people are')} waiting. The first in line go first.`
      }
    >
      <Loaded query={query} skeleton={<FieldsSkeleton fields={4} />}>
        {({ total }) =>
          waiting === 0 ? (
            <EmptyState title="Nobody is waiting">
              {total === 0
                ? 'Share your page. Once people join, you can invite them here.'
                : 'Everyone on the list is invited. New signups wait until you invite them here.'}
            </EmptyState>
          ) : (
            <InviteForm
              waitlistId={waitlistId}
              who={{ waiting }}
              onPreview={next => {
                setPreviewed(next);
                dialog.open();
              }}
            />
          )
        }
      </Loaded>
      <Modal opened={isOpen} onClose={dialog.close} size={960} title={reviewTitle(previewed)}>
        {previewed && (
          <Review
            waitlistId={waitlistId}
            previewed={previewed}
            onBack={dialog.close}
            onInvited={dialog.close}
          />
        )}
      </Modal>
    </Section>
  );
}
