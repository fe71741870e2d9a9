import type { PlanId } from '../kernel/plans.ts';

/** What every email about a place needs to know. */
export interface PlaceRecord {
  /** The address bounced or complained, and gets no email. */
  readonly suppressed: boolean;
  readonly position: number;
  readonly referralCode: string;
  readonly accountId: string;
  readonly plan: PlanId;
  readonly waitlistName: string;
  readonly slug: string;
  /** The waitlist's custom domain, if it is active. */
  readonly domain: string | null;
  readonly shareUrl: string | null;
  readonly referralEnabled: boolean;
  readonly referralBoost: number;
}
