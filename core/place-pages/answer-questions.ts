import * as z from 'zod';
import { readLinkToken } from '../identity/link-token.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import { ApiError, ValidationError } from '../kernel/errors.ts';
import type { Networks } from '../kernel/networks.ts';
import { tooManyAttempts } from '../kernel/rate-limit.ts';
import { parseInput } from '../kernel/validation.ts';
import {
  type Answers,
  AnswersInput,
  answersOfFields,
  answersTo,
  checkAnswers,
  visitorQuestions,
} from '../questions/answers.ts';
import type { EntryChangeStore } from '../questions/entry-change-store.ts';
import { toAnswerWrite } from '../questions/stored-answers.ts';
import { knownAnswers } from './known-answers.ts';
import type { PlaceStore } from './place-store.ts';

const Input = z.object({ answers: AnswersInput() });

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
}

export const noSuchPlace = (): ApiError => new ApiError('not_found', 'No one on a waitlist has this token');

/**
 * Changes the answers of the person with a token to the questions that are asked after joining.
 * @returns the answers to all questions for visitors, as far as {@link knownAnswers} has them
 * @throws {ApiError} `not_found`, `rate_limited`, input errors, in this order
 */
export async function answerQuestions(
  { places, entryChanges, countAttempt, digestKey }: AnswerServices,
  { token, domain, networks, isForm, readBody }: AnswerAttempt,
): Promise<{ readonly answers: Answers }> {
  const entryId = readLinkToken(digestKey, 'status', token);
  const found = entryId === null ? null : await places.findAnswers(entryId);
  if (entryId === null || !found || (domain !== null && domain !== found.domain)) throw noSuchPlace();
  const { waitlistId, questions } = found;
  const seconds = await countAttempt(waitlistId, networks);
  if (seconds > 0) throw tooManyAttempts(seconds);

  const { answers: sent } = parseInput(Input, readBody());
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
    if (!(await entryChanges.change(waitlistId, entryId, write))) throw noSuchPlace();
  }
  const kept = Object.entries(known).filter(([key]) => !cleared.includes(key));
  return { answers: answersTo(visitorQuestions(questions), { ...Object.fromEntries(kept), ...given }) };
}
