import { type ChallengeServices, verifyChallenge } from '../bot-challenge/verify-challenge.ts';
import { VALID_HOURS } from '../email/valid-hours.ts';
import { linkToken } from '../identity/link-token.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import { ApiError, noSuchPage, throwIn, ValidationError } from '../kernel/errors.ts';
import { tooManyAttempts } from '../kernel/rate-limit.ts';
import { referralLink, type Site, statusUrl } from '../kernel/site.ts';
import { fillCount } from '../languages/format.ts';
import { inLanguage, type Reading } from '../languages/in-language.ts';
import { type Language, languageAmong } from '../languages/language.ts';
import { chooseLanguage, type Wish, withBody } from '../languages/negotiate.ts';
import { errors } from '../languages/texts/en/errors.ts';
import { type Texts, textsOf } from '../languages/texts.ts';
import type { PlaceLinkRequests } from '../place-pages/place-link-store.ts';
import type { AskedQuestion } from '../questions/question.ts';
import { isDisposable } from '../referrals/disposable-domains.ts';
import { type ClosedDoor, closedText, refuseEmail } from '../waitlists/door.ts';
import { askIn, localize } from '../waitlists/localize.ts';
import { SLUG_PATTERN } from '../waitlists/waitlist-ref.ts';
import { faultWithAnswers, type Posted, type PostedSignup, readPosted, withAnswers } from './new-signup.ts';
import type { PendingStore } from './pending-store.ts';
import type { FormInput, PendingConfirmation, SignupAnswer, SignupConfirmation } from './schemas.ts';
import type {
  AttemptedWaitlist,
  AttemptOutcome,
  JoinOutcome,
  NewSignup,
  SignupStore,
} from './signup-store.ts';

export interface JoinServices {
  readonly site: Site;
  readonly signups: SignupStore;
  readonly pending: Pick<PendingStore, 'add'>;
  readonly digestKey: DigestKey;
  readonly placeLinks: Pick<PlaceLinkRequests, 'queue'>;
  readonly challenge: ChallengeServices;
}

export interface JoinAttempt extends PostedSignup {
  readonly slug: string;
  /** The custom domain of the page; null on our own. */
  readonly domain: string | null;
  /** The site it comes from; null for our own pages and programs. */
  readonly origin: string | null;
  /** What the request says about the language of its answer, besides the body. */
  readonly wish: Wish;
}

/** The same for every address, and true for one that bounced and so gets no email. */
const pendingIn = (language: Language): PendingConfirmation => ({
  pending: true,
  message: fillCount(language, textsOf(language).errors.pending, VALID_HOURS),
});

/** A person who must confirm their address first. */
interface Pending {
  readonly status: 'unconfirmed';
  readonly signup: NewSignup;
}

/** An attempt that has not joined yet. */
type CountedAttempt = Extract<AttemptOutcome, { status: 'challenged' | 'ruled' | 'unconfirmed' | 'asked' }>;
const isCounted = (attempt: AttemptOutcome): attempt is CountedAttempt =>
  ['challenged', 'ruled', 'unconfirmed', 'asked'].includes(attempt.status);

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

/** 400: the waitlist does not take this address. */
function checkEmail({ emailRules }: AttemptedWaitlist, email: string, language: Language): void {
  const refusal = emailRules && refuseEmail(emailRules, email, isDisposable, language);
  if (refusal) throw ValidationError.at('email', refusal);
}

/** The questions as they were put to somebody: in the language of their signup. */
const questionsTo = (waitlist: AttemptedWaitlist, { sentLanguage }: Posted): readonly AskedQuestion[] =>
  askIn(waitlist, languageAmong(waitlist.languages, sentLanguage));

/** What was posted, and the language of the answer. */
interface Answered<Signup extends Posted = Posted> {
  readonly posted: Signup;
  readonly language: Language;
}

/** Joins after a counted attempt, once address, answers, and challenge are checked, unless the address must be confirmed too. */
async function joinChecked(
  services: JoinServices,
  { status, waitlist }: CountedAttempt,
  { posted, language }: Answered<Extract<Posted, { input: FormInput }>>,
  join: JoinAttempt,
): Promise<JoinOutcome | Pending | null> {
  const { id: waitlistId, own, confirms } = waitlist;
  let signup: NewSignup;
  try {
    checkEmail(waitlist, posted.input.email, language);
    signup = withAnswers(questionsTo(waitlist, posted), posted, join);
    if (status === 'challenged') {
      const { turnstileToken: token } = posted.input;
      await verifyChallenge(services.challenge, {
        waitlistId,
        own,
        token,
        remoteAddress: join.remoteAddress,
      });
    }
  } catch (error) {
    throw status === 'challenged' ? await countFailure(services, waitlistId, join, error) : error;
  }
  return confirms ? { status: 'unconfirmed', signup } : services.signups.join(waitlistId, signup);
}

/**
 * Joins a waitlist. Someone who is on it already is mailed the link to their place. One round trip counts the attempt and
 * creates the entry. With a bot challenge, rules for addresses, or answers to check, a second one creates it once that is done.
 * Where addresses are confirmed, a second one mails the link to do so instead. The answer is in the language that the body names,
 * else in that of the request.
 * @throws {ApiError} `not_found`, `rate_limited`, `origin_not_allowed`, input errors, `waitlist_closed`, `challenge_failed`, in this order
 */
export async function joinWaitlist(services: JoinServices, join: JoinAttempt): Promise<SignupAnswer> {
  const { slug, networks, origin } = join;
  if (!SLUG_PATTERN.test(slug)) throw noSuchPage();
  const posted = readPosted(services.digestKey, join);
  const redirectUrl = posted.input?.redirectUrl;
  const attempt = await services.signups.attempt(slug, {
    networks,
    origin,
    redirectOrigin: redirectUrl === undefined ? null : new URL(redirectUrl).origin,
    hasAnswers: Object.keys(posted.sentAnswers ?? {}).length > 0,
    signup: posted.signup,
  });
  if (attempt.status === 'no_such_waitlist') throw noSuchPage();
  const { languages } = attempt.waitlist;
  const language = chooseLanguage(languages, withBody(join.wish, posted.sentLanguage, languages));
  return answerAttempt(services, join, attempt, { posted, language }).catch(error =>
    throwIn(language, error),
  );
}

async function answerAttempt(
  services: JoinServices,
  join: JoinAttempt,
  attempt: Exclude<AttemptOutcome, { status: 'no_such_waitlist' }>,
  { posted, language }: Answered,
): Promise<SignupAnswer> {
  if (attempt.status === 'refused') throw tooManyAttempts(attempt.resetSeconds);
  if (attempt.status === 'origin_not_allowed') throw originNotAllowed();
  const { waitlist } = attempt;
  if (posted.input === null) {
    const fault = faultWithAnswers(questionsTo(waitlist, posted), posted, join);
    throw attempt.status === 'challenged' ? await countFailure(services, waitlist.id, join, fault) : fault;
  }
  if (attempt.status === 'redirect_not_allowed') throw redirectNotAllowed();
  const { signup } = posted;
  const shown = localize(waitlist, language);
  const outcome = isCounted(attempt)
    ? await joinChecked(services, attempt, { posted, language }, join)
    : attempt;
  switch (outcome?.status) {
    case 'joined':
      return confirmationOf(services, join, shown, { ...outcome, entryId: signup.entryId });
    case 'unconfirmed':
      if (!(await services.pending.add(waitlist.id, outcome.signup))) throw noSuchPage();
      return pendingIn(language);
    case 'already_joined':
      await services.placeLinks.queue(join.slug, signup.email, signup.emailDigest);
      return { alreadyJoined: true, message: textsOf(language).errors.alreadyJoined };
    case 'closed':
      checkEmail(waitlist, signup.email, language);
      throw waitlistClosed(outcome.door, shown.closedMessage, language);
    case 'counted':
      throw new Error('The attempt was counted but has no outcome');
    case undefined:
      throw noSuchPage();
  }
}

function confirmationOf(
  { site, digestKey }: JoinServices,
  { slug, domain }: JoinAttempt,
  waitlist: AttemptedWaitlist & Reading,
  joined: { readonly entryId: string; readonly position: number; readonly referralCode: string },
): SignupConfirmation {
  const { position, referralCode, entryId } = joined;
  return {
    position,
    referralCode,
    referralLink: referralLink(site, { slug, domain, shareUrl: waitlist.shareUrl }, referralCode),
    statusUrl: inLanguage(statusUrl(site, linkToken(digestKey, 'status', entryId), domain), waitlist),
    message: waitlist.referralMessage ?? textsOf(waitlist.language).errors.joined,
  };
}

const redirectNotAllowed = (): ApiError => ValidationError.at('redirectUrl', errors.badRedirect);

const ADVICE = {
  not_yet: 'notYetAdvice',
  closed: 'closedAdvice',
  full: 'fullAdvice',
} as const satisfies Record<ClosedDoor, keyof Texts['errors']>;

function waitlistClosed(door: ClosedDoor, closedMessage: string | null, language: Language): ApiError {
  const texts = textsOf(language);
  return new ApiError('waitlist_closed', closedText(texts.door, door, closedMessage), {
    resolution: texts.errors[ADVICE[door]],
  });
}

/** Does not quote the origin: the answer is the same for every one. */
const originNotAllowed = (): ApiError =>
  new ApiError('origin_not_allowed', errors.badSite, { resolution: errors.badSiteAdvice });
