import { notFound } from '../kernel/errors.ts';
import { toWaitlistRef, type WaitlistRef } from './waitlist-ref.ts';

/** A waitlist whose license is paid. */
export interface LicensedWaitlist {
  readonly id: string;
  readonly slug: string;
  readonly licensedAt: Date;
}

export interface LicenseStore {
  /** Whoever owns it; one that is licensed already stays licensed since then. */
  license(ref: WaitlistRef): Promise<LicensedWaitlist | null>;
}

/** Licenses a waitlist, named by its uuid or its slug, as its one-time payment does. */
export async function licenseWaitlist(licenses: LicenseStore, idOrSlug: string): Promise<LicensedWaitlist> {
  const ref = toWaitlistRef(idOrSlug);
  const waitlist = ref && (await licenses.license(ref));
  if (!waitlist) throw notFound('waitlist');
  return waitlist;
}
