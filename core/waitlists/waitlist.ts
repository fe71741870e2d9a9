import type { Site } from '../kernel/site.ts';
import { pageUrl } from '../kernel/site.ts';
import { type StoredDesign, toDesign } from './design.ts';
import type { Waitlist } from './schemas.ts';

/** A stored waitlist. Its page code can be large, so it is left out. */
export interface WaitlistRecord extends Readonly<Omit<Waitlist, 'createdAt' | 'url' | 'design'>> {
  readonly design: StoredDesign;
  readonly createdAt: Date;
}

export interface PageCode {
  /** Null for a built-in template. */
  readonly pageCode: string | null;
}

/** What the API shows of a waitlist. Only `get_waitlist` adds the page code. */
export const toWaitlist = (record: WaitlistRecord, site: Site): Waitlist => ({
  ...record,
  design: toDesign(record.design),
  createdAt: record.createdAt.toISOString(),
  url: pageUrl(site, record.slug),
});
