import type { Site } from '../kernel/site.ts';
import { pageUrl } from '../kernel/site.ts';
import type { Waitlist } from './schemas.ts';

/** A stored waitlist: what the API shows of it, and its page code. */
export interface WaitlistRecord extends Readonly<Omit<Waitlist, 'createdAt' | 'url'>> {
  /** Null for the default template. */
  readonly pageCode: string | null;
  readonly createdAt: Date;
}

/** What the API shows of a waitlist. Only `get_waitlist` adds the page code. */
export function toWaitlist(record: WaitlistRecord, site: Site): Waitlist {
  const { pageCode: _, createdAt, ...shown } = record;
  return { ...shown, createdAt: createdAt.toISOString(), url: pageUrl(site, record.slug) };
}
