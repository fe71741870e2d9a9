import * as z from 'zod';
import { EmailAddress } from '../identity/email-address.ts';
import { readReferralCode } from '../identity/referral-code.ts';
import { isBlank } from '../kernel/blank.ts';
import { HttpsUrl } from '../kernel/https-url.ts';
import { component, text } from '../kernel/schemas.ts';
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
  .meta({ type: 'string', description: 'Of the friend whose link they followed; an unknown one is ignored' })
  .transform(code => (typeof code === 'string' ? readReferralCode(code) : null));

/** One that is none of ours is ignored, as is one that the waitlist does not have. */
export const WantedLanguage = z
  .unknown()
  .optional()
  .meta({ type: 'string', description: 'One of the waitlist’s; another is ignored' })
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
    .meta({ type: 'string', description: 'Of Turnstile, where the waitlist has a bot check' })
    .transform(token =>
      typeof token === 'string' && token !== '' && token.length <= CHALLENGE_TOKEN_MAX ? token : null,
    ),
});

/** The JSON body of a signup, for the API description. */
export const SignupBody = () => VisitorForm;

/** The fields of a form, for the API description. {@link formBody} reads them. */
export const SignupFields = () =>
  VisitorForm.omit({ source: true }).extend({
    redirectUrl: HttpsUrl()
      .optional()
      .meta({ description: 'Where to go next, on an origin of allowedOrigins. Default: their place' }),
    utm_source: z.string().optional(),
    utm_medium: z.string().optional(),
    utm_campaign: z.string().optional(),
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

/** The answer to someone who joined. */
export const SignupConfirmation = () =>
  component('SignupConfirmation', {
    position: z.int(),
    referralCode: z.string(),
    referralLink: z.string(),
    statusUrl: z
      .string()
      .meta({ description: 'The page of their place. Anyone who has this link can open it' }),
    message: z.string().meta({ description: 'For the person, in their language' }),
  });
export type SignupConfirmation = z.output<ReturnType<typeof SignupConfirmation>>;

/** The response for an email that is already on the list. Says nothing about the entry, since anyone may ask. */
export const AlreadyJoined = () =>
  component('AlreadyJoined', { alreadyJoined: z.literal(true), message: z.string() });
export type AlreadyJoined = z.output<ReturnType<typeof AlreadyJoined>>;

/** The response of a waitlist that confirms addresses, the same for any email. */
export const PendingConfirmation = () =>
  component('PendingConfirmation', { pending: z.literal(true), message: z.string() });
export type PendingConfirmation = z.output<ReturnType<typeof PendingConfirmation>>;

export type SignupAnswer = SignupConfirmation | AlreadyJoined | PendingConfirmation;
