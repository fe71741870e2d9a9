import { type KeyObject, randomUUID } from 'node:crypto';
import { ApiError, noSuchPage } from '../errors.ts';
import { referralLink, type Site } from '../site.ts';
import { parseInput } from '../validation.ts';
import { SLUG_FORM } from '../waitlists/slug.ts';
import type { AdmissionStore } from './admission-store.ts';
import { digestEmail } from './email-digest.ts';
import { generateReferralCode } from './referral-code.ts';
import { type AlreadyJoined, type SignupConfirmation, SignupInput } from './schemas.ts';
import type { SignupStore } from './signup-store.ts';

export interface JoinServices {
  readonly site: Site;
  readonly admissions: AdmissionStore;
  readonly signups: SignupStore;
  readonly digestKey: KeyObject | Buffer;
}

export interface JoinAttempt {
  readonly slug: string;
  readonly addressDigest: Buffer;
  /** Reads what was posted; called after the attempt was counted, so that bad ones count too. */
  readonly readBody: () => unknown;
}

const DEFAULT_MESSAGE = "You're on the list. We'll be in touch.";
const ALREADY_JOINED: AlreadyJoined = { alreadyJoined: true, message: 'This email is already on the list.' };

/**
 * A visitor joins a waitlist: two round trips, one that admits the attempt and one that makes the entry.
 * @throws {ApiError} `not_found`, `rate_limited`, or what is wrong with the input.
 */
export async function joinWaitlist(
  { site, admissions, signups, digestKey }: JoinServices,
  { slug, addressDigest, readBody }: JoinAttempt,
): Promise<SignupConfirmation | AlreadyJoined> {
  const admission = SLUG_FORM.test(slug) ? await admissions.admit(slug, addressDigest) : null;
  if (!admission) throw noSuchPage();
  if (!admission.rateLimit.accepted) throw tooManyAttempts(admission.rateLimit.resetSeconds);

  const { email, name, referralCode: referrerCode } = parseInput(SignupInput, readBody());
  const outcome = await signups.join({
    waitlistId: admission.waitlistId,
    entryId: randomUUID(),
    emailDigest: digestEmail(digestKey, email),
    email,
    name,
    referralCode: generateReferralCode(),
    referrerCode,
  });

  switch (outcome.status) {
    case 'joined':
      return {
        position: outcome.position,
        referralCode: outcome.referralCode,
        referralLink: referralLink(site, slug, outcome.referralCode),
        message: admission.referralMessage ?? DEFAULT_MESSAGE,
      };
    case 'already_joined':
      return ALREADY_JOINED;
    case 'no_such_waitlist':
      throw noSuchPage();
  }
}

const tooManyAttempts = (seconds: number): ApiError =>
  new ApiError('rate_limited', 'Too many attempts from this network', {
    headers: { 'retry-after': String(seconds) },
    resolution: `Wait ${seconds} s and try again.`,
  });
