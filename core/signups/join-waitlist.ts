import { v7 as timeOrderedUuid } from 'uuid';
import type * as z from 'zod';
import { isDisposable } from '#disposable-domains';
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
import { SLUG_PATTERN } from '../waitlists/waitlist-ref.ts';
import { type PendingStore, VALID_HOURS } from './pending-store.ts';
import {
  type AlreadyJoined,
  FormInput,
  type PendingConfirmation,
  type SignupAnswer,
  SignupInput,
} from './schemas.ts';
import type { AttemptOutcome, NewEntry, SignupStore } from './signup-store.ts';

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

interface Posted {
  readonly entry: NewEntry;
  readonly turnstileToken: string | null;
  readonly redirectUrl: string | null;
}

/** The entry, or the error to throw once the attempt was counted. */
function readEntry(
  digestKey: JoinServices['digestKey'],
  { readBody, isForm, networks, remoteAddress }: JoinAttempt,
): Posted | { readonly entry: null; readonly fault: unknown } {
  try {
    const schema: z.ZodType<FormInput> = isForm ? FormInput : SignupInput;
    const input = parseInput(schema, readBody());
    const { email, name, referralCode: referrerCode, turnstileToken, redirectUrl = null } = input;
    return {
      turnstileToken,
      redirectUrl,
      entry: {
        // Time-ordered ids share the last page of their index, so a signup touches one page of a million
        // entries.
        entryId: timeOrderedUuid({ random: takeRandomBytes(16) }),
        ...digestsOf(digestKey, email),
        email,
        name,
        referralCode: generateReferralCode(),
        referrerCode,
        network: isPrivateAddress(remoteAddress) ? null : networks.near,
        isDisposable: referrerCode !== null && isDisposable(email),
      },
    };
  } catch (fault) {
    return { entry: null, fault };
  }
}

/** The mailbox has a digest of its own only where it is not the address itself. */
function digestsOf(key: JoinServices['digestKey'], email: string) {
  const emailDigest = digestEmail(key, email);
  const mailbox = digestEmail(key, mailboxOf(email));
  return { emailDigest, mailboxDigest: mailbox.equals(emailDigest) ? null : mailbox };
}

type Challenged = Extract<AttemptOutcome, { status: 'challenged' }>;

/**
 * With a challenge, the limit is ten times as high. So an attempt that fails also counts against the ordinary one, or guessing
 * would be ten times as easy.
 * @returns what to throw: the error, or that there were too many
 */
async function countFailure(
  { signups }: JoinServices,
  { waitlistId }: Challenged,
  { networks }: JoinAttempt,
  error: unknown,
): Promise<unknown> {
  const seconds = await signups.countFailure(waitlistId, networks);
  return seconds > 0 ? tooManyAttempts(seconds) : error;
}

/** Joins after a counted attempt, once the challenge is passed, unless the address must be confirmed too. */
async function joinChallenged(
  services: JoinServices,
  attempt: Challenged,
  { entry, turnstileToken: token }: Posted,
  join: JoinAttempt,
) {
  const { waitlistId, own, confirms, referralMessage, shareUrl } = attempt;
  const { remoteAddress } = join;
  try {
    await verifyChallenge(services.challenge, { waitlistId, own, token, remoteAddress });
  } catch (error) {
    throw await countFailure(services, attempt, join, error);
  }
  if (confirms) return { status: 'unconfirmed', waitlistId } as const;
  return { ...(await services.signups.join({ ...entry, waitlistId })), referralMessage, shareUrl };
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
  const posted = readEntry(digestKey, join);
  const attempt = await signups.attempt({
    slug,
    networks,
    origin,
    redirectOrigin: posted.entry && posted.redirectUrl && new URL(posted.redirectUrl).origin,
    entry: posted.entry,
  });

  if (attempt.status === 'no_such_waitlist') throw noSuchPage();
  if (attempt.status === 'refused') throw tooManyAttempts(attempt.resetSeconds);
  if (attempt.status === 'origin_not_allowed') throw originNotAllowed();
  if (posted.entry === null)
    throw attempt.status === 'challenged'
      ? await countFailure(services, attempt, join, posted.fault)
      : posted.fault;
  if (attempt.status === 'redirect_not_allowed') throw redirectNotAllowed();
  const outcome =
    attempt.status === 'challenged' ? await joinChallenged(services, attempt, posted, join) : attempt;
  switch (outcome.status) {
    case 'joined':
      return {
        position: outcome.position,
        referralCode: outcome.referralCode,
        referralLink: referralLink(site, { slug, domain, shareUrl: outcome.shareUrl }, outcome.referralCode),
        statusUrl: statusUrl(site, linkToken(digestKey, 'status', posted.entry.entryId), domain),
        message: outcome.referralMessage ?? DEFAULT_MESSAGE,
      };
    case 'unconfirmed':
      if (!(await services.pending.add({ ...posted.entry, waitlistId: outcome.waitlistId })))
        throw noSuchPage();
      return PENDING;
    case 'already_joined':
      await services.placeLinks.queue(slug, posted.entry.email, posted.entry.emailDigest);
      return ALREADY_JOINED;
    case 'no_such_waitlist':
      throw noSuchPage();
    case 'counted':
      throw new Error('The attempt was counted but has no outcome');
  }
}

const redirectNotAllowed = (): ApiError =>
  ValidationError.at('redirectUrl', 'must start with one of allowedOrigins');

/** Does not quote the origin: the answer is the same for every one. */
const originNotAllowed = (): ApiError =>
  new ApiError('origin_not_allowed', 'This site may not add people to this waitlist', {
    resolution: 'The owner of the waitlist can add the origin of this page to allowedOrigins.',
  });
