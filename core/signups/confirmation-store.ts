import type { PlaceRecord } from '../email/place-record.ts';
import type { Templated } from '../email-templates/own-template.ts';
import type { EntryRef } from '../entries/entry-store.ts';

/** A signup when its email is sent, which may be some time after it joined. */
export interface ConfirmationRecord extends PlaceRecord, Templated {
  readonly email: string;
  /** As the visitor typed it. */
  readonly name: string | null;
  readonly emailDigest: Buffer;
  /** The referrer's code. */
  readonly referredBy: string | null;
  /** Whether the signup may belong in the account's own database. Its contact is then deleted here. */
  readonly leaves: boolean;
}

export interface ConfirmationStore {
  /** In their order. Null when the signup or its waitlist is gone. */
  find(signups: readonly EntryRef[]): Promise<readonly (ConfirmationRecord | null)[]>;
  /** Records that the emails of signups that leave were sent: each contact is deleted once it has been copied. */
  release(signups: readonly EntryRef[]): Promise<void>;
}
