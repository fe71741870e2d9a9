/** What is known of a signup when its email is sent, which may be a while after it was made. */
export interface ConfirmationRecord {
  readonly email: string;
  readonly position: number;
  readonly referralCode: string;
  readonly waitlistName: string;
  readonly slug: string;
  readonly referralEnabled: boolean;
  readonly referralBoost: number;
}

export interface ConfirmationStore {
  /** Null when the signup or its waitlist is gone. */
  find(waitlistId: string, entryId: string): Promise<ConfirmationRecord | null>;
}
