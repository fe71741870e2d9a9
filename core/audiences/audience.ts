import * as z from 'zod';
import { ValidationError } from '../kernel/errors.ts';
import { text } from '../kernel/schemas.ts';
import { unknownAnswers } from '../questions/answers.ts';
import type { Question } from '../questions/question.ts';

/** An invited person waits again once their invitation expires or is withdrawn. */
export const ENTRY_STATUSES = ['waiting', 'invited', 'accepted'] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];

const Moment = () => z.iso.datetime({ offset: true }).optional();

/** Members of an input that choose people of a waitlist, and do not name anybody. */
export const audienceMembers = () => ({
  status: z.enum(ENTRY_STATUSES).optional(),
  joinedAfter: Moment(),
  joinedBefore: Moment(),
  // Names are in lower case, which may be longer than what was sent.
  source: text({ min: 1, max: 200 }).optional().meta({ description: 'As get_statistics names it' }),
  language: text({ min: 1, max: 20 }).optional(),
  minReferrals: z.int().min(0).max(2_147_483_647).optional(),
  answers: z
    .record(
      z.string(),
      z.union(
        [text({ max: 500 }), z.boolean()],
        'must be a string of at most 500 characters, true, or false',
      ),
    )
    .optional()
    .meta({ description: 'By key: one answer, or true or false' }),
});

/** Who gets an announcement, or is invited: everybody who matches all of it (beyond 13). */
export const Audience = () => z.object(audienceMembers());
export type Audience = z.output<ReturnType<typeof Audience>>;

/**
 * Whether the questions exist that an audience names.
 * @param path - of the audience in the input
 * @throws {ValidationError}
 */
export function checkAudience(
  questions: readonly Question[],
  { answers = {} }: Audience,
  path = 'audience',
): void {
  const wrong = unknownAnswers(questions, answers);
  if (wrong.length > 0)
    throw new ValidationError(wrong.map(each => ({ ...each, path: `${path}.${each.path}` })));
}
