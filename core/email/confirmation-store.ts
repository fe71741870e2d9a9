import type { TemplateContent } from '../email-templates/render-template.ts';
import type { PlanId } from '../kernel/plans.ts';

/** A signup when its email is sent, which may be some time after it joined. */
export interface ConfirmationRecord {
  readonly email: string;
  /** As the visitor typed it. */
  readonly name: string | null;
  readonly emailDigest: Buffer;
  /** The address bounced or complained, and gets no email. */
  readonly suppressed: boolean;
  readonly position: number;
  readonly referralCode: string;
  /** The referrer's code. */
  readonly referredBy: string | null;
  readonly accountId: string;
  readonly plan: PlanId;
  readonly accountCreatedAt: Date;
  /** Whether the account ever paid for anything. */
  readonly hasPaid: boolean;
  readonly waitlistName: string;
  readonly description: string | null;
  readonly slug: string;
  /** The waitlist's custom domain, if it is active. */
  readonly domain: string | null;
  readonly shareUrl: string | null;
  readonly referralEnabled: boolean;
  readonly referralBoost: number;
  /** The waitlist's linked template, if any. */
  readonly template: TemplateContent | null;
  /** Whether the signup may belong in the account's own database. Its contact is then deleted here. */
  readonly leaves: boolean;
}

export interface ConfirmationStore {
  /** Null when the signup or its waitlist is gone. */
  find(waitlistId: string, entryId: string): Promise<ConfirmationRecord | null>;
  /** Records that the email of a signup that `leaves` was sent: its contact is deleted once it has been delivered. */
  release(waitlistId: string, entryId: string): Promise<void>;
}
