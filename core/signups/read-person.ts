import * as z from 'zod';
import { Entry } from '../entries/schemas.ts';
import { EmailAddress } from '../identity/email-address.ts';
import { readReferralCode } from '../identity/referral-code.ts';
import { ValidationError } from '../kernel/errors.ts';
import { unknownMembers } from '../kernel/unknown-members.ts';
import { parseInput } from '../kernel/validation.ts';
import { languageAmong } from '../languages/language.ts';
import { type AnswerChange, AnswersInput, checkAnswers, unknownAnswers } from '../questions/answers.ts';
import { SourceInput, sourceOrNull } from '../questions/source.ts';
import { askIn } from '../waitlists/localize.ts';
import type { WaitlistRecord } from '../waitlists/waitlist.ts';
import { VisitorName, WantedLanguage } from './schemas.ts';

/** How many characters of an invalid email the response repeats. */
const ECHO_MAX = 254;

/** A person that the owner of a waitlist adds. */
const PersonToAdd = z.object({
  email: EmailAddress,
  name: VisitorName,
  referralCode: z
    .string()
    .nullish()
    .transform(code => (code == null ? null : readReferralCode(code))),
  answers: AnswersInput()
    .nullish()
    .transform(answers => answers ?? {}),
  source: SourceInput().nullish().transform(sourceOrNull),
  language: WantedLanguage,
  clientIp: z
    .union([z.ipv4(), z.ipv6()], 'must be an IP address')
    .nullish()
    .transform(address => address ?? null),
});

export interface PersonToAdd extends Omit<z.output<typeof PersonToAdd>, 'answers'> {
  readonly answers: AnswerChange;
}

/** A person as sent: valid input, or the reason for the refusal. */
export type ReadPerson =
  | { readonly input: PersonToAdd; readonly email: string }
  | { readonly input: null; readonly email: string | null; readonly reason: string };

/** What the answers of people are checked against. */
export type AskingWaitlist = Pick<WaitlistRecord, 'questions' | 'languages' | 'translations'>;

/** Other members of {@link Entry} are ignored, so that entries of another waitlist can be sent. */
const AS_SENT = { input: PersonToAdd, output: z.object({ entry: Entry() }) };

function parsePerson(waitlist: AskingWaitlist, sent: unknown): PersonToAdd {
  const input = parseInput(PersonToAdd, sent, unknownMembers(AS_SENT, sent));
  const questions = askIn(waitlist, languageAmong(waitlist.languages, input.language));
  const { change, details } = checkAnswers(questions, input.answers, 'owner');
  const wrong = [...unknownAnswers(questions, input.answers), ...details];
  if (wrong.length > 0) throw new ValidationError(wrong);
  return { ...input, answers: change };
}

/** Reads one person. Wrong data refuses only this person, not the call. */
export function readPerson(waitlist: AskingWaitlist, sent: unknown): ReadPerson {
  try {
    const input = parsePerson(waitlist, sent);
    return { input, email: input.email };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const email = (sent as { email?: unknown } | null)?.email;
    return {
      input: null,
      email: typeof email === 'string' ? email.slice(0, ECHO_MAX).toWellFormed() : null,
      reason: error.details.map(({ path, message }) => `${path} ${message}`.trim()).join('; '),
    };
  }
}

/** Described as {@link PersonToAdd}, but takes anything: {@link readPerson} checks each person alone. */
export const AnyPerson = () =>
  z.unknown().meta({
    type: 'object',
    properties: {
      email: { type: 'string' },
      name: { type: ['string', 'null'] },
      referralCode: { type: ['string', 'null'], description: "The friend's" },
      answers: { type: 'object', description: 'By the key of the question' },
      source: { type: 'object', description: 'utmSource, utmMedium, utmCampaign, referrerHost' },
      language: { type: ['string', 'null'], description: "One of the waitlist's" },
      clientIp: { type: ['string', 'null'], description: 'Theirs, so that faked referrals are held' },
    },
    required: ['email'],
  });
