import * as z from 'zod';
import { text } from '../kernel/schemas.ts';

/** `text` is free; the answers to the others can be counted. */
export const QUESTION_TYPES = ['text', 'choice', 'choices', 'checkbox'] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

/** When visitors are asked. `never`: only the owner sets the answer. */
export const ASKED = ['form', 'after', 'never'] as const;
export type Asked = (typeof ASKED)[number];

const MAX_QUESTIONS = 10;
const OPTIONS = { min: 2, max: 20 };
const KEY_PATTERN = /^[a-z][a-z0-9_]{0,39}$/;

/** A question of a waitlist (beyond 10). */
export interface Question {
  readonly key: string;
  readonly label: string;
  readonly type: QuestionType;
  /** Of `choice` and `choices`, else absent. */
  readonly options?: readonly string[] | undefined;
  readonly required: boolean;
  readonly ask: Asked;
}

/** A question to somebody: with the label that they read. */
export interface AskedQuestion extends Question {
  /** Its options in other words, in their order: first those that the person reads. */
  readonly wordings?: readonly (readonly string[])[];
}

/** With its members in the documented order, which `jsonb` does not keep. */
export const showQuestion = ({ key, label, type, options, required, ask }: Question) => ({
  key,
  label,
  type,
  ...(options && { options: [...options] }),
  required,
  ask,
});

/** The type has options to choose from. */
export const hasOptions = ({ type }: Pick<Question, 'type'>): boolean =>
  type === 'choice' || type === 'choices';

/** An option as it is compared: forms change line breaks and blanks. */
export const plainOption = (option: string): string => option.replace(/\s+/g, ' ').trim();

export const QuestionKey = () =>
  z.string().regex(KEY_PATTERN, {
    error: 'must be 1-40 lowercase letters, digits, or underscores, and start with a letter',
  });

/** The words of a question. */
export const questionTexts = () => ({
  label: text({ min: 1, max: 120 }),
  options: z
    .array(text({ min: 1, max: 60 }))
    .min(OPTIONS.min, `must have ${OPTIONS.min}-${OPTIONS.max} options`)
    .max(OPTIONS.max, `must have ${OPTIONS.min}-${OPTIONS.max} options`),
});

/** The places of options that an earlier one equals. */
export const repeatedOptions = (options: readonly string[]): number[] =>
  options.map(plainOption).flatMap((option, index, all) => (all.indexOf(option) < index ? [index] : []));

export const MUST_DIFFER = 'must differ from the other options';

const QuestionInput = () =>
  z
    .object({
      key: QuestionKey(),
      label: questionTexts().label,
      type: z.enum(QUESTION_TYPES),
      options: questionTexts().options.optional().meta({ description: 'For choice and choices' }),
      required: z.boolean().default(false).meta({ description: 'Only if ask is form' }),
      ask: z.enum(ASKED).default('form'),
    })
    .superRefine((question, context) => {
      const refuse = (path: (string | number)[], message: string) =>
        context.addIssue({ code: 'custom', path, message });
      const { type, options, required, ask } = question;
      if (!hasOptions(question) && options !== undefined)
        refuse(['options'], `must be left out with type ${type}`);
      if (hasOptions(question) && options === undefined)
        refuse(['options'], `is required with type ${type}: send ${OPTIONS.min}-${OPTIONS.max} options`);
      for (const index of repeatedOptions(options ?? [])) refuse(['options', index], MUST_DIFFER);
      if (required && ask !== 'form') refuse(['required'], 'must be false unless ask is form');
    });

/** The questions of a waitlist as they are sent. */
export const QuestionsInput = () =>
  z
    .array(QuestionInput())
    .max(MAX_QUESTIONS, `must have at most ${MAX_QUESTIONS} questions`)
    .superRefine((questions, context) => {
      for (const [index, { key }] of questions.entries())
        if (questions.findIndex(other => other.key === key) < index)
          context.addIssue({
            code: 'custom',
            path: [index, 'key'],
            message: 'must differ from the other keys',
          });
    })
    .meta({
      description:
        'Asked on the form, or after joining; never: only you set the answer. Sent whole. Answers to removed ones stay',
    });

/** The questions of a waitlist as the API shows them. */
export const Questions = () =>
  z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      type: z.enum(QUESTION_TYPES),
      options: z.array(z.string()).optional(),
      required: z.boolean(),
      ask: z.enum(ASKED),
    }),
  );
