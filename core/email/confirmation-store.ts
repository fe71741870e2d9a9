import type { TemplateContent } from '../email-templates/render-template.ts';

/** What is known of a signup when its email is sent, which may be a while after it was made. */
export interface ConfirmationRecord {
  readonly email: string;
  readonly position: number;
  readonly referralCode: string;
  readonly waitlistName: string;
  readonly description: string | null;
  readonly slug: string;
  readonly referralEnabled: boolean;
  readonly referralBoost: number;
  /** The template that the waitlist is linked to, if there is one. */
  readonly template: TemplateContent | null;
}

export interface ConfirmationStore {
  /** Null when the signup or its waitlist is gone. */
  find(waitlistId: string, entryId: string): Promise<ConfirmationRecord | null>;
}
