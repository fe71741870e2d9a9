import type { PlanId } from '../kernel/plans.ts';
import { pageUrl, referralLink, type Site, statusUrl } from '../kernel/site.ts';
import { inLanguage, type Reading } from '../languages/in-language.ts';
import type { StoredDesign } from '../page-code/design.ts';
import type { PlaceFacts } from './place-email.ts';
import type { ActiveSender } from './send-emails.ts';

/** The waitlist that an email is about. */
interface EmailedWaitlist extends Reading {
  readonly waitlistName: string;
  readonly slug: string;
  /** The waitlist's custom domain, if it is active. */
  readonly domain: string | null;
  readonly design: StoredDesign;
}

/** The waitlist and the place that an email shows. */
export interface Place extends EmailedWaitlist {
  readonly position: number;
  readonly referralCode: string;
  readonly shareUrl: string | null;
  readonly referralEnabled: boolean;
  readonly referralBoost: number;
}

/** The facts of every email of a waitlist. */
export interface EmailRecord extends EmailedWaitlist {
  /** The address bounced or complained, and gets no email. */
  readonly suppressed: boolean;
  readonly accountId: string;
  readonly plan: PlanId;
  /** Where replies go. Null: to nobody. */
  readonly replyTo: string | null;
  readonly sender: ActiveSender | null;
}

/** The facts of every email about a place. */
export interface PlaceRecord extends Place, EmailRecord {}

interface Links {
  readonly to: string;
  /** Of the page that shows the place. */
  readonly statusToken: string;
  readonly stopUrl: string;
}

/** The contents of an email about a place. */
export const placeFacts = (site: Site, place: Place, { to, statusToken, stopUrl }: Links): PlaceFacts => ({
  to,
  language: place.language,
  waitlistName: place.waitlistName,
  design: place.design,
  position: place.position,
  pageUrl: inLanguage(pageUrl(site, place.slug, place.domain), place),
  statusUrl: inLanguage(statusUrl(site, statusToken, place.domain), place),
  referralLink: referralLink(site, place, place.referralCode),
  referralBoost: place.referralEnabled ? place.referralBoost : null,
  stopUrl,
});
