import { v7 as timeOrderedUuid } from 'uuid';
import type * as z from 'zod';
import { type ChallengeServices, verifyChallenge } from '../bot-challenge/verify-challenge.ts';
import { digestEmail } from '../identity/email-digest.ts';
import { linkToken } from '../identity/link-token.ts';
import { mailboxOf } from '../identity/mailbox.ts';
import { takeRandomBytes } from '../identity/random-bytes.ts';
import { generateReferralCode } from '../identity/referral-code.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import { ApiError, noSuchPage, ValidationError } from '../kernel/errors.ts';
import { isPrivateAddress, type Networks } from '../kernel/networks.ts';
import { tooManyAttempts } from '../kernel/rate-limit.ts';
import { referralLink, type Site, statusUrl } from '../kernel/site.ts';
import { parseInput } from '../kernel/validation.ts';
import type { PlaceLinkRequests } from '../place-pages/place-link-store.ts';
import { isDisposable } from '../referrals/disposable-domains.ts';
import { SLUG_PATTERN } from '../waitlists/waitlist-ref.ts';
import { type PendingStore, VALID_HOURS } from './pending-store.ts';
import {
  type AlreadyJoined,
  FormInput,
  type PendingConfirmation,
  type SignupAnswer,
  SignupInput,
} from './schemas.ts';
import type { AttemptedWaitlist, JoinOutcome, NewSignup, SignupStore } from './signup-store.ts';

export interface JoinServices {
  readonly site: Site;
  readonly signups: SignupStore;
  readonly pending: Pick<PendingStore, 'add'>;
  readonly digestKey: DigestKey;
  readonly placeLinks: Pick<PlaceLinkRequests, 'queue'>;
  readonly challenge: ChallengeServices;
}

export interface JoinAttempt {
  readonly slug: string;
  /** The custom domain of the page; null on our own. */
  readonly domain: string | null;
  readonly networks: Networks;
  /** The site it comes from; null for our own pages and programs. */
  readonly origin: string | null;
  /** For the bot challenge; not stored. */
  readonly remoteAddress: string;
  /** Reads the body. Errors are thrown after the attempt was counted. */
  readonly readBody: () => unknown;
  /** Whether the body is a form, which may have a `redirectUrl`. */
  readonly isForm: boolean;
}

const DEFAULT_MESSAGE = "You're on the list. We'll be in touch.";
const ALREADY_JOINED: AlreadyJoined = { alreadyJoined: true, message: 'This email is already on the list.' };
/** The same for every address, and true for one that bounced and so gets no email. */
const PENDING: PendingConfirmation = {
  pending: true,
  message: `If this address can get our emails, one with a link is on its way. Open it within ${VALID_HOURS} hours. No email? Check your spam folder, or use another address.`,
};

type Posted =
  | { readonly input: FormInput; readonly signup: NewSignup }
  | { readonly input: null; readonly signup: null; readonly fault: unknown };

/** The signup, or the error to throw once the attempt was counted. */
function readPosted(digestKey: DigestKey, join: JoinAttempt): Posted {
  try {
    const schema: z.ZodType<FormInput> = join.isForm ? FormInput : SignupInput;
    const input = parseInput(schema, join.readBody());
    return { input, signup: toSignup(digestKey, input, join) };
  } catch (fault) {
    return { input: null, signup: null, fault };
  }
}

function toSignup(
  digestKey: DigestKey,
  { referralCode: referrerCode, turnstileToken: _token, redirectUrl: _url, ...visitor }: FormInput,
  { networks, remoteAddress }: JoinAttempt,
): NewSignup {
  return {
    // Time-ordered ids share the last page of their index, so a signup touches one page of a million
    // entries.
    entryId: timeOrderedUuid({ random: takeRandomBytes(16) }),
    ...visitor,
    ...digestsOf(digestKey, visitor.email),
    referralCode: generateReferralCode(),
    referrerCode,
    network: isPrivateAddress(remoteAddress) ? null : networks.near,
    isDisposable: referrerCode !== null && isDisposable(visitor.email),
  };
}

/** The mailbox has a digest of its own only where it is not the address itself. */
function digestsOf(key: DigestKey, email: string) {
  const emailDigest = digestEmail(key, email);
  const mailbox = digestEmail(key, mailboxOf(email));
  return { emailDigest, mailboxDigest: mailbox.equals(emailDigest) ? null : mailbox };
}

/**
 * With a challenge, the limit is ten times as high. So an attempt that fails also counts against the ordinary one, or guessing
 * would be ten times as easy.
 * @returns what to throw: the error, or that there were too many
 */
async function countFailure(
  { signups }: JoinServices,
  waitlistId: string,
  { networks }: JoinAttempt,
  error: unknown,
): Promise<unknown> {
  const seconds = await signups.countFailure(waitlistId, networks);
  return seconds > 0 ? tooManyAttempts(seconds) : error;
}

/** Joins after a counted attempt, once the challenge is passed, unless the address must be confirmed too. */
async function joinChallenged(
  services: JoinServices,
  { id: waitlistId, own, confirms }: AttemptedWaitlist,
  { input: { turnstileToken: token }, signup }: Extract<Posted, { input: FormInput }>,
  join: JoinAttempt,
): Promise<JoinOutcome | { readonly status: 'unconfirmed' } | null> {
  try {
    const { remoteAddress } = join;
    await verifyChallenge(services.challenge, { waitlistId, own, token, remoteAddress });
  } catch (error) {
    throw await countFailure(services, waitlistId, join, error);
  }
  return confirms ? { status: 'unconfirmed' } : services.signups.join(waitlistId, signup);
}

/**
 * Joins a waitlist. Someone who is on it already is mailed the link to their place. One round trip counts the attempt and
 * creates the entry. With a bot challenge, a second one creates it once the challenge is passed. Where addresses are confirmed,
 * a second one mails the link to do so instead.
 * @throws {ApiError} `not_found`, `rate_limited`, `origin_not_allowed`, input errors, `challenge_failed`, in this order
 */
export async function joinWaitlist(services: JoinServices, join: JoinAttempt): Promise<SignupAnswer> {
  const { slug, domain, networks, origin } = join;
  if (!SLUG_PATTERN.test(slug)) throw noSuchPage();
  const { site, signups, digestKey } = services;
  const posted = readPosted(digestKey, join);
  const redirectUrl = posted.input?.redirectUrl;
  const attempt = await signups.attempt(slug, {
    networks,
    origin,
    redirectOrigin: redirectUrl === undefined ? null : new URL(redirectUrl).origin,
    signup: posted.signup,
  });

  if (attempt.status === 'no_such_waitlist') throw noSuchPage();
  if (attempt.status === 'refused') throw tooManyAttempts(attempt.resetSeconds);
  if (attempt.status === 'origin_not_allowed') throw originNotAllowed();
  const { waitlist } = attempt;
  if (posted.input === null)
    throw attempt.status === 'challenged'
      ? await countFailure(services, waitlist.id, join, posted.fault)
      : posted.fault;
  if (attempt.status === 'redirect_not_allowed') throw redirectNotAllowed();
  const { signup } = posted;
  const outcome =
    attempt.status === 'challenged' ? await joinChallenged(services, waitlist, posted, join) : attempt;
  switch (outcome?.status) {
    case 'joined':
      return {
        position: outcome.position,
        referralCode: outcome.referralCode,
        referralLink: referralLink(site, { slug, domain, shareUrl: waitlist.shareUrl }, outcome.referralCode),
        statusUrl: statusUrl(site, linkToken(digestKey, 'status', signup.entryId), domain),
        message: waitlist.referralMessage ?? DEFAULT_MESSAGE,
      };
    case 'unconfirmed':
      if (!(await services.pending.add(waitlist.id, signup))) throw noSuchPage();
      return PENDING;
    case 'already_joined':
      await services.placeLinks.queue(slug, signup.email, signup.emailDigest);
      return ALREADY_JOINED;
    case 'counted':
      throw new Error('The attempt was counted but has no outcome');
    case undefined:
      throw noSuchPage();
  }
}

const redirectNotAllowed = (): ApiError =>
  ValidationError.at('redirectUrl', 'must start with one of allowedOrigins');

/** Does not quote the origin: the answer is the same for every one. */
const originNotAllowed = (): ApiError =>
  new ApiError('origin_not_allowed', 'This site may not add people to this waitlist', {
    resolution: 'The owner of the waitlist can add the origin of this page to allowedOrigins.',
  });
