import { notFound } from '../kernel/errors.ts';
import { toWaitlistRef, type WaitlistRef } from './waitlist-ref.ts';

/** A licensed waitlist. */
export interface LicensedWaitlist {
  readonly id: string;
  readonly slug: string;
  readonly licensedAt: Date;
}

export interface LicenseStore {
  /** Whichever account owns it. A waitlist that is already licensed keeps its date. */
  license(ref: WaitlistRef): Promise<LicensedWaitlist | null>;
}

/** Licenses a waitlist by UUID or slug, as its one-time payment does. */
export async function licenseWaitlist(licenses: LicenseStore, idOrSlug: string): Promise<LicensedWaitlist> {
  const ref = toWaitlistRef(idOrSlug);
  const waitlist = ref && (await licenses.license(ref));
  if (!waitlist) throw notFound('waitlist');
  return waitlist;
}
