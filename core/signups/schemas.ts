import * as z from 'zod';
import { isBlank } from '../kernel/blank.ts';
import { text } from '../kernel/schemas.ts';
import { HttpsUrl } from '../waitlists/https-url.ts';

/**
 * A single email address, plain ASCII: nothing in it can add a recipient or a header. Surrounding spaces
 * are typos.
 */
export const EmailAddress = z
  .string()
  .trim()
  .max(254, 'must be at most 254 characters')
  .pipe(z.email('must be an email address, like name@example.com'));

/** One that shows nothing is none. */
const VisitorName = text({ max: 100 })
  .nullish()
  .transform(name => (name == null || isBlank(name) ? null : name.trim()));

/** Turnstile tokens are shorter; anything longer counts as missing. */
const CHALLENGE_TOKEN_MAX = 2048;

/** The hosted page's form (contract section 5). */
export const SignupInput = z.object({
  email: EmailAddress,
  name: VisitorName,
  /** Anyone can edit a link: a code unknown to this waitlist is ignored. */
  referralCode: z
    .unknown()
    .optional()
    .transform(code => (typeof code === 'string' && code.length <= 64 && !code.includes('\0') ? code : null)),
  /** The challenge decides whether it is needed and valid (403). */
  turnstileToken: z
    .unknown()
    .optional()
    .transform(token =>
      typeof token === 'string' && token !== '' && token.length <= CHALLENGE_TOKEN_MAX ? token : null,
    ),
});
export type SignupInput = z.output<typeof SignupInput>;

/** A form without JavaScript, which says where to go next. The waitlist must allow the origin. */
export const FormInput = SignupInput.extend({ redirectUrl: HttpsUrl().optional() });
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
