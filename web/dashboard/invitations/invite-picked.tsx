import { Modal } from '@mantine/core';
import { useState } from 'react';
import { count } from '../components/format.ts';
import { InviteForm, type Previewed } from './invite-form.tsx';
import { Review, reviewTitle } from './review.tsx';

interface InvitePickedProps {
  readonly waitlistId: string;
  readonly entryIds: readonly string[];
  readonly onClose: () => void;
  readonly onInvited: () => void;
}

/** Invites people who were picked by hand: how, then the preview. */
export default function InvitePicked({ waitlistId, entryIds, onClose, onInvited }: InvitePickedProps) {
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      size={previewed ? 960 : 'md'}
      title={previewed ? reviewTitle(previewed) : `Invite ${count(entryIds.length, 'person', 'people')}`}
    >
      {/* Stays, with what was typed. */}
      <div hidden={previewed !== null}>
        <InviteForm waitlistId={waitlistId} who={{ entryIds }} onPreview={setPreviewed} />
      </div>
      {previewed && (
        <Review
          waitlistId={waitlistId}
          previewed={previewed}
          onBack={() => setPreviewed(null)}
          onInvited={onInvited}
        />
      )}
    </Modal>
  );
}
