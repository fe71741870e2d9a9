import * as z from 'zod';
import { EmailAddress } from '../identity/email-address.ts';
import { readReferralCode } from '../identity/referral-code.ts';
import { isBlank } from '../kernel/blank.ts';
import { HttpsUrl } from '../kernel/https-url.ts';
import { text } from '../kernel/schemas.ts';
import { isLanguage } from '../languages/language.ts';
import { AnswersInput } from '../questions/answers.ts';
import { SourceInput } from '../questions/source.ts';

/** One that shows nothing is none. */
export const VisitorName = text({ max: 100 })
  .nullish()
  .transform(name => (name == null || isBlank(name) ? null : name.trim()));

/** Turnstile tokens are shorter; anything longer counts as missing. */
const CHALLENGE_TOKEN_MAX = 2048;

/** Anyone can edit a link: what holds no code, and a code unknown to this waitlist, is ignored. */
export const ReferralCode = z
  .unknown()
  .optional()
  .transform(code => (typeof code === 'string' ? readReferralCode(code) : null));

/** One that is none of ours is ignored, as is one that the waitlist does not have. */
export const WantedLanguage = z
  .unknown()
  .optional()
  .transform(language => (isLanguage(language) ? language : null));

/** The hosted page's form (contract section 5). */
const VisitorForm = z.object({
  email: EmailAddress,
  name: VisitorName,
  answers: AnswersInput().nullish(),
  source: SourceInput().nullish(),
  referralCode: ReferralCode,
  /** Named as in links. */
  ref: ReferralCode,
  language: WantedLanguage,
  /** The challenge decides whether it is needed and valid (403). */
  turnstileToken: z
    .unknown()
    .optional()
    .transform(token =>
      typeof token === 'string' && token !== '' && token.length <= CHALLENGE_TOKEN_MAX ? token : null,
    ),
});

/** `referralCode` counts where both are sent (contract section 3). */
const withOneCode = <Sent extends z.output<typeof VisitorForm>>({ ref, referralCode, ...rest }: Sent) => ({
  ...rest,
  referralCode: referralCode ?? ref,
});

export const SignupInput = VisitorForm.transform(withOneCode);
export type SignupInput = z.output<typeof SignupInput>;

/** A form without JavaScript, which says where to go next. The waitlist must allow the origin. */
export const FormInput = VisitorForm.extend({ redirectUrl: HttpsUrl().optional() }).transform(withOneCode);
export type FormInput = z.output<typeof FormInput>;

export interface SignupConfirmation {
  readonly position: number;
  readonly referralCode: string;
  readonly referralLink: string;
  /** The page that shows this person's place. Anyone who has it can open it. */
  readonly statusUrl: string;
  readonly message: string;
}

/**
 * The response for an email that is already on the list. Says nothing about the entry, since anyone may
 * ask.
 */
export interface AlreadyJoined {
  readonly alreadyJoined: true;
  readonly message: string;
}

/** The response of a waitlist that confirms addresses, the same for any email. */
export interface PendingConfirmation {
  readonly pending: true;
  readonly message: string;
}

export type SignupAnswer = SignupConfirmation | AlreadyJoined | PendingConfirmation;
