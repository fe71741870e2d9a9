import { readLinkToken } from '../identity/link-token.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import { ApiError, throwIn, ValidationError } from '../kernel/errors.ts';
import type { Networks } from '../kernel/networks.ts';
import { tooManyAttempts } from '../kernel/rate-limit.ts';
import { parseInput } from '../kernel/validation.ts';
import type { Reading } from '../languages/in-language.ts';
import { LANGUAGES, type Language } from '../languages/language.ts';
import { chooseLanguage, type Wish } from '../languages/negotiate.ts';
import { textsOf } from '../languages/texts.ts';
import {
  type Answers,
  answersOfFields,
  answersTo,
  checkAnswers,
  visitorQuestions,
} from '../questions/answers.ts';
import type { EntryChangeStore } from '../questions/entry-change-store.ts';
import { toAnswerWrite } from '../questions/stored-answers.ts';
import { askIn, localize, localizeAnswers } from '../waitlists/localize.ts';
import { knownAnswers } from './known-answers.ts';
import type { PlaceAnswers, PlaceStore } from './place-store.ts';
import { PlaceAnswersInput } from './schemas.ts';

export interface AnswerServices {
  readonly places: Pick<PlaceStore, 'findAnswers'>;
  readonly entryChanges: EntryChangeStore;
  /** Counts an attempt to join. @returns seconds to wait; 0 when it was counted */
  readonly countAttempt: (waitlistId: string, networks: Networks) => Promise<number>;
  readonly digestKey: DigestKey;
}

export interface AnswerAttempt {
  readonly token: string;
  /** The requested custom domain, which knows only its own waitlist; null on our own host. */
  readonly domain: string | null;
  readonly networks: Networks;
  /** Whether the body is a form. */
  readonly isForm: boolean;
  /** Reads the body. Errors are thrown after the attempt was counted. */
  readonly readBody: () => unknown;
  readonly wish: Wish;
}

/** The answers, in words of the reader's language. */
export interface Answered extends Reading {
  readonly answers: Answers;
}

export const noSuchPlace = (language: Language, headers: Readonly<Record<string, string>> = {}): ApiError =>
  new ApiError('not_found', textsOf(language).errors.noPlace, { headers });

/**
 * Changes the answers of the person with a token to the questions that are asked after joining.
 * @returns the answers to all questions for visitors, as far as {@link knownAnswers} has them
 * @throws {ApiError} `not_found`, `rate_limited`, input errors, in this order
 */
export async function answerQuestions(services: AnswerServices, attempt: AnswerAttempt): Promise<Answered> {
  const { token, domain, wish } = attempt;
  const entryId = readLinkToken(services.digestKey, 'status', token);
  const found = entryId === null ? null : await services.places.findAnswers(entryId);
  if (entryId === null || !found || (domain !== null && domain !== found.domain))
    throw noSuchPlace(chooseLanguage(LANGUAGES, wish));
  const { languages } = found;
  const language = chooseLanguage(languages, wish);
  const changed = changeAnswers(services, attempt, { ...found, entryId, language });
  return { language, languages, answers: await changed.catch(error => throwIn(language, error)) };
}

async function changeAnswers(
  { entryChanges, countAttempt }: AnswerServices,
  { networks, isForm, readBody }: AnswerAttempt,
  found: PlaceAnswers & { readonly entryId: string; readonly language: Language },
): Promise<Answers> {
  const { waitlistId, entryId, language } = found;
  const seconds = await countAttempt(waitlistId, networks);
  if (seconds > 0) throw tooManyAttempts(seconds);

  const questions = askIn(found, language);
  const { answers: sent } = parseInput(PlaceAnswersInput, readBody());
  const { change, details } = checkAnswers(
    questions,
    isForm ? answersOfFields(questions, sent) : sent,
    'place',
  );
  if (details.length > 0) throw new ValidationError(details);
  const known = knownAnswers(found);
  const { given } = change;
  // The form does not show answers that are unknown here, so its empty fields must not clear them.
  const cleared = isForm ? change.cleared.filter(key => Object.hasOwn(known, key)) : change.cleared;
  if (Object.keys(given).length + cleared.length > 0) {
    const write = toAnswerWrite(questions, { given, cleared });
    if (!(await entryChanges.change(waitlistId, entryId, write))) throw noSuchPlace(language);
  }
  const kept = Object.entries(known).filter(([key]) => !cleared.includes(key));
  const answers = answersTo(visitorQuestions(questions), { ...Object.fromEntries(kept), ...given });
  return localizeAnswers(found.questions, localize(found, language).questions, answers);
}
