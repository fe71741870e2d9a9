import * as z from 'zod';
import { text } from '../kernel/schemas.ts';

/**
 * An address one mail can go to. The form is that of plain ASCII addresses: nothing in it can add a second recipient
 * or a header. Surrounding blanks are a slip of the keyboard.
 */
const EmailAddress = z
  .string()
  .trim()
  .max(254, 'must be at most 254 characters')
  .pipe(z.email('must be an email address, like name@example.com'));

/** Blanks only is no name. */
const VisitorName = text({ max: 100 })
  .nullish()
  .transform(name => name?.trim() || null);

/** Turnstile's tokens are shorter; what is none counts as not sent. */
const CHALLENGE_TOKEN_MAX = 2048;

/** What the hosted page posts (contract section 5). */
export const SignupInput = z.object({
  email: EmailAddress,
  name: VisitorName,
  /** A code is data of a link that anyone may edit: whatever is no code of this waitlist is ignored. */
  referralCode: z
    .unknown()
    .optional()
    .transform(code => (typeof code === 'string' && code.length <= 64 && !code.includes('\0') ? code : null)),
  /** Whether it is asked for, and what it is worth, is for the challenge to say (403). */
  turnstileToken: z
    .unknown()
    .optional()
    .transform(token =>
      typeof token === 'string' && token !== '' && token.length <= CHALLENGE_TOKEN_MAX ? token : null,
    ),
});
export type SignupInput = z.output<typeof SignupInput>;

/** The answer to a new signup. */
export interface SignupConfirmation {
  readonly position: number;
  readonly referralCode: string;
  readonly referralLink: string;
  readonly message: string;
}

/** The answer for an email that is there already; nothing of its entry, for the one who asks may be anyone. */
export interface AlreadyJoined {
  readonly alreadyJoined: true;
  readonly message: string;
}
