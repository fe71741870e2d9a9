import { v7 as timeOrderedUuid } from 'uuid';
import type * as z from 'zod';
import { digestEmail } from '../identity/email-digest.ts';
import { mailboxOf } from '../identity/mailbox.ts';
import { takeRandomBytes } from '../identity/random-bytes.ts';
import { generateReferralCode } from '../identity/referral-code.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import { ValidationError } from '../kernel/errors.ts';
import { isPrivateAddress, type Networks } from '../kernel/networks.ts';
import { parseInput } from '../kernel/validation.ts';
import { isLanguage, type Language } from '../languages/language.ts';
import { type AnswerChange, answersOfFields, checkAnswers } from '../questions/answers.ts';
import type { AskedQuestion } from '../questions/question.ts';
import { sourceOrNull } from '../questions/source.ts';
import { sourceFacets, toAnswerWrite } from '../questions/stored-answers.ts';
import { isDisposable } from '../referrals/disposable-domains.ts';
import { FormInput, SignupInput } from './schemas.ts';
import type { NewSignup } from './signup-store.ts';

export interface PostedSignup {
  readonly networks: Networks;
  /** Not stored. */
  readonly remoteAddress: string;
  /** Reads the body. Errors are thrown after the attempt was counted. */
  readonly readBody: () => unknown;
  /** Whether the body is a form, which may have a `redirectUrl`. */
  readonly isForm: boolean;
}

/** What is read of a body whatever else is wrong with it. */
interface Sent {
  readonly sentAnswers: Readonly<Record<string, unknown>> | null;
  readonly sentLanguage: Language | null;
}

/** A signup as it was posted, or the error to throw once the attempt was counted. */
export type Posted = Sent &
  (
    | { readonly input: FormInput; readonly signup: NewSignup }
    | { readonly input: null; readonly signup: null; readonly fault: unknown }
  );

function answersOf(body: unknown): Sent['sentAnswers'] {
  const sent = (body as { answers?: unknown } | null)?.answers;
  return typeof sent === 'object' && sent !== null && !Array.isArray(sent)
    ? (sent as Record<string, unknown>)
    : null;
}

export function readPosted(digestKey: DigestKey, posted: PostedSignup): Posted {
  let sent: Sent = { sentAnswers: null, sentLanguage: null };
  try {
    const body = posted.readBody();
    const language = (body as { language?: unknown } | null)?.language;
    sent = { sentAnswers: answersOf(body), sentLanguage: isLanguage(language) ? language : null };
    const schema: z.ZodType<FormInput> = posted.isForm ? FormInput : SignupInput;
    const input = parseInput(schema, body);
    return { ...sent, input, signup: toSignup(digestKey, input, posted) };
  } catch (fault) {
    return { ...sent, input: null, signup: null, fault };
  }
}

const orNull = <Facets extends readonly unknown[]>(facets: Facets): Facets | null =>
  facets.length === 0 ? null : facets;

function toSignup(
  digestKey: DigestKey,
  { email, name, referralCode: referrerCode, source, language }: FormInput,
  { networks, remoteAddress }: PostedSignup,
): NewSignup {
  return {
    // Time-ordered ids share the last page of their index, so a signup touches one page of a million
    // entries.
    entryId: timeOrderedUuid({ random: takeRandomBytes(16) }),
    ...signupBy(digestKey, { email, name, referrerCode, source: sourceOrNull(source), language }),
    network: isPrivateAddress(remoteAddress) ? null : networks.near,
  };
}

/** A signup without answers: everything that follows from the person, the code, and the source. */
export const signupBy = (
  key: DigestKey,
  signup: Pick<NewSignup, 'email' | 'name' | 'referrerCode' | 'source' | 'language'>,
): Omit<NewSignup, 'entryId' | 'network'> => ({
  ...signup,
  ...digestsOf(key, signup.email),
  referralCode: generateReferralCode(),
  isDisposable: signup.referrerCode !== null && isDisposable(signup.email),
  answers: null,
  consents: null,
  facets: orNull(sourceFacets(signup.source)),
});

/** `mailboxDigest` is null if the mailbox is the address itself. */
function digestsOf(key: DigestKey, email: string) {
  const emailDigest = digestEmail(key, email);
  const mailbox = digestEmail(key, mailboxOf(email));
  return { emailDigest, mailboxDigest: mailbox.equals(emailDigest) ? null : mailbox };
}

function check(questions: readonly AskedQuestion[], { sentAnswers }: Posted, { isForm }: PostedSignup) {
  const sent = sentAnswers ?? {};
  return checkAnswers(questions, isForm ? answersOfFields(questions, sent) : sent, 'form');
}

/** The error of a posted signup. It also names wrong answers, so that visitors can correct everything at once. */
export function faultWithAnswers(
  questions: readonly AskedQuestion[],
  posted: Extract<Posted, { input: null }>,
  how: PostedSignup,
): unknown {
  const { fault } = posted;
  const { details } = check(questions, posted, how);
  return fault instanceof ValidationError && details.length > 0
    ? new ValidationError([...fault.details, ...details])
    : fault;
}

/**
 * The signup with its answers, once the questions are known.
 * @throws {ValidationError} at `answers.key`
 */
export function withAnswers(
  questions: readonly AskedQuestion[],
  posted: Extract<Posted, { input: FormInput }>,
  how: PostedSignup,
): NewSignup {
  const { change, details } = check(questions, posted, how);
  if (details.length > 0) throw new ValidationError(details);
  return addAnswers(questions, posted.signup, change);
}

/** The signup with answers that were checked. */
export function addAnswers(
  questions: readonly AskedQuestion[],
  signup: NewSignup,
  change: AnswerChange,
): NewSignup {
  if (Object.keys(change.given).length === 0) return signup;
  const { given: answers, consents, facets } = toAnswerWrite(questions, change);
  return {
    ...signup,
    answers,
    consents: Object.keys(consents).length === 0 ? null : consents,
    facets: orNull([...(signup.facets ?? []), ...facets]),
  };
}
