import type { TemplateContent } from '../email-templates/render-template.ts';
import type { PlanId } from '../kernel/plans.ts';

/** What is known of a signup when its email is sent, which may be a while after it was made. */
export interface ConfirmationRecord {
  readonly email: string;
  readonly emailDigest: Buffer;
  /** The address bounced or complained, and no email goes there any more. */
  readonly suppressed: boolean;
  readonly position: number;
  readonly referralCode: string;
  readonly accountId: string;
  readonly plan: PlanId;
  readonly waitlistName: string;
  readonly description: string | null;
  readonly slug: string;
  /** The waitlist's custom domain while that is active. */
  readonly domain: string | null;
  readonly referralEnabled: boolean;
  readonly referralBoost: number;
  /** The template that the waitlist is linked to, if there is one. */
  readonly template: TemplateContent | null;
  /** Whether the signup may belong to a database of its account, so that its contact does not stay here. */
  readonly leaves: boolean;
}

export interface ConfirmationStore {
  /** Null when the signup or its waitlist is gone. */
  find(waitlistId: string, entryId: string): Promise<ConfirmationRecord | null>;
  /** The email of a signup that leaves was sent: here its contact is needed until it has arrived there, and no longer. */
  release(waitlistId: string, entryId: string): Promise<void>;
}
