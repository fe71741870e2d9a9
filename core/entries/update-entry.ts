import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { isBlank } from '../kernel/blank.ts';
import { notFound, ValidationError } from '../kernel/errors.ts';
import { EFFECT } from '../kernel/operation.ts';
import { text } from '../kernel/schemas.ts';
import {
  type AnswerChange,
  type Answers,
  AnswersInput,
  checkAnswers,
  unknownAnswers,
} from '../questions/answers.ts';
import type { Question } from '../questions/question.ts';
import { toAnswerWrite } from '../questions/stored-answers.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { findPerson } from './find-person.ts';
import { showPerson } from './get-entry.ts';
import { EntryDetails } from './schemas.ts';
import type { ChangeServices } from './services.ts';

export const updateEntry = defineWaitlistOperation({
  name: 'update_entry',
  group: 'entries',
  title: 'Update a person',
  summary: 'Change the name and the answers of one signup',
  description:
    'Only what you send changes; null clears. answers also takes questions with ask never: tags, a score.',
  method: 'PATCH',
  path: '/api/v1/waitlists/{id}/entries/{entryId}',
  scope: 'entries:write',
  effect: EFFECT.update,
  errors: ['external_database_unavailable'],
  example: { name: 'Ada Lovelace' },
  input: () =>
    z.object({
      id: WaitlistId,
      entryId: z.string(),
      name: text({ max: 100 })
        .nullable()
        .transform(name => (name === null || isBlank(name) ? null : name.trim()))
        .optional(),
      answers: AnswersInput().optional().meta({ description: 'By the key of the question' }),
    }),
  output: () => z.object({ entry: EntryDetails() }),
  async run(context: WaitlistContext<ChangeServices>, { entryId, name, answers = {} }) {
    const { waitlist, services } = context;
    // Before anything changes: their data may be in a database that is away.
    const person = await findPerson(context, entryId);
    const { entry } = person;
    const shown = await showPerson(context, person);
    const change = readChange(waitlist.questions, entry.answers, answers);
    const { given, cleared } = change;
    if (name === undefined && Object.keys(given).length + cleared.length === 0) return { entry: shown };
    const write = { ...toAnswerWrite(waitlist.questions, change), ...(name !== undefined && { name }) };
    if (!(await services.entryChanges.change(waitlist.id, entry.id, write))) throw notFound('signup');
    await services.worker.wake();
    const kept = Object.entries(entry.answers).filter(([key]) => !cleared.includes(key));
    return {
      entry: {
        ...shown,
        ...(name !== undefined && { name }),
        answers: { ...Object.fromEntries(kept), ...given } as EntryDetails['answers'],
      },
    };
  },
});

/**
 * Reads the answers that were sent. Those that are sent back as they were change nothing: their question may have changed since,
 * and a ticked checkbox is a consent to what it said then. Answers to removed questions can be cleared.
 * @throws {ValidationError} at `answers.key`
 */
function readChange(
  questions: readonly Question[],
  known: Answers,
  sent: Readonly<Record<string, unknown>>,
): AnswerChange {
  const isKnown = (key: string) => Object.hasOwn(known, key);
  const changed = Object.entries(sent).filter(
    ([key, answer]) => !isKnown(key) || !isDeepStrictEqual(known[key], answer),
  );
  const isRemoved = (key: string) => isKnown(key) && questions.every(question => question.key !== key);
  const removed = changed.filter(([key, answer]) => answer === null && isRemoved(key)).map(([key]) => key);
  const asked = Object.fromEntries(changed.filter(([key]) => !removed.includes(key)));
  const { change, details } = checkAnswers(questions, asked, 'owner');
  const wrong = [...unknownAnswers(questions, asked), ...details];
  if (wrong.length > 0) throw new ValidationError(wrong);
  return { given: change.given, cleared: [...change.cleared, ...removed] };
}
