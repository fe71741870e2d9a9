import type { PlaceRecord } from '../email/place-record.ts';
import type { Templated } from '../email-templates/own-template.ts';

/** Someone who is invited, when their email is sent. */
export interface InvitationRecord extends PlaceRecord, Templated {
  readonly entryId: string;
  /** Null if it is only in the account's own database. */
  readonly email: string | null;
  /** As the visitor typed it; null also if it is only there. */
  readonly name: string | null;
  readonly emailDigest: Buffer;
  /** The account's words in the email. */
  readonly message: string | null;
  readonly inviteUrl: string;
  /** The hash of its code. */
  readonly codeHash: Buffer;
  readonly expiresAt: Date;
}

export interface InvitationRef {
  readonly waitlistId: string;
  readonly invitationId: string;
}

/** The email with an invitation, or the one that reminds of it. */
export type InvitationMail = 'invitation' | 'reminder';

export interface InvitationEmails {
  /** In their order. Null once the email is settled, the invitation accepted or ended, or its person gone. A reminder follows its email. */
  find(
    mail: InvitationMail,
    invitations: readonly InvitationRef[],
  ): Promise<readonly (InvitationRecord | null)[]>;
  /** Ends an invitation whose address cannot be read any more: its person waits again, and is passed over for a while. */
  giveBack(waitlistId: string, invitationId: string): Promise<void>;
  /** Records that emails were sent, or never will be. */
  settle(invitationIds: readonly string[]): Promise<void>;
}
