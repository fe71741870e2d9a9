import type { Site } from '../kernel/site.ts';
import { pageUrl } from '../kernel/site.ts';
import type { Waitlist } from './schemas.ts';

/** A stored waitlist. `pageCode` is null while the default template is used. */
export interface WaitlistRecord {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly licensed: boolean;
  readonly pageCode: string | null;
  readonly seoTitle: string | null;
  readonly seoDescription: string | null;
  readonly seoKeywords: string | null;
  readonly ogImage: string | null;
  readonly referralEnabled: boolean;
  readonly referralBoost: number;
  readonly referralMessage: string | null;
  readonly createdAt: Date;
}

/** What every answer shows of a waitlist: all but its page code, which only `get_waitlist` adds. */
export function toWaitlist(record: WaitlistRecord, site: Site): Waitlist {
  const { pageCode: _, createdAt, ...shown } = record;
  return { ...shown, createdAt: createdAt.toISOString(), url: pageUrl(site, record.slug) };
}
