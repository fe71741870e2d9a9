import type { PlaceRecord } from '../status/place-record.ts';

/** Someone who is invited, when their email is sent. */
export interface InvitationRecord extends PlaceRecord {
  readonly entryId: string;
  /** Null if it is only in the account's own database. */
  readonly email: string | null;
  readonly emailDigest: Buffer;
  /** The account's words in the email. */
  readonly message: string | null;
  readonly inviteUrl: string;
  readonly expiresAt: Date;
}

export interface InvitationEmails {
  /** Null once the invitation was dealt with, accepted, or ended, or its person is gone. */
  find(waitlistId: string, invitationId: string): Promise<InvitationRecord | null>;
  /** Queues the email to an address in the account's own database. A second one finds it sent. */
  queueOutside(waitlistId: string, invitationId: string): Promise<void>;
  /** Records that the email was sent, or never will be. */
  settle(invitationId: string): Promise<void>;
}
