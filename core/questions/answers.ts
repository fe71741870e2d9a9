import * as z from 'zod';
import { isBlank } from '../kernel/blank.ts';
import type { ErrorDetail } from '../kernel/errors.ts';
import { text } from '../kernel/schemas.ts';
import { unknownNames } from '../kernel/unknown-members.ts';
import { type Asked, type AskedQuestion, plainOption, type Question } from './question.ts';

const TEXT_MAX = 500;

export type Answer = string | readonly string[] | boolean;
/** By the key of the question. Questions may have been removed since. */
export type Answers = Readonly<Record<string, Answer>>;

/** The answers of an entry as the API shows them. */
export const AnswersShown = () =>
  z
    .record(z.string(), z.union([z.string(), z.array(z.string()), z.boolean()]))
    .meta({ description: 'By the key of the question; choices are a list, checkboxes a boolean' });

/** Answers as they are sent. {@link checkAnswers} checks them against the questions. */
export const AnswersInput = () => z.record(z.string(), z.unknown());

/**
 * Who answers: visitors on the form, visitors on the page of their place, or the owner, who may answer every question and leave
 * out required ones.
 */
export type AnsweredAt = 'form' | 'place' | 'owner';

const ASKED_AT: Readonly<Record<AnsweredAt, readonly Asked[]>> = {
  form: ['form'],
  place: ['after'],
  owner: ['form', 'after', 'never'],
};

/** The questions that are asked there. */
export const questionsAt = <Each extends Question>(
  questions: readonly Each[],
  at: AnsweredAt,
): readonly Each[] => questions.filter(({ ask }) => ASKED_AT[at].includes(ask));

/** The questions that visitors may see, wherever they are asked. */
export const visitorQuestions = (questions: readonly Question[]): readonly Question[] =>
  questions.filter(({ ask }) => ask !== 'never');

/** A change to a person's answers. */
export interface AnswerChange {
  readonly given: Answers;
  /** The keys of answers to remove. */
  readonly cleared: readonly string[];
}

/** The answer, `null` for none, or the error. */
type Read = { readonly answer: Answer | null } | { readonly wrong: string };

const NONE: Read = { answer: null };
/** What a form sends for a checkbox that is not ticked. */
const NOT_TICKED = new Set<unknown>(['', 'false', 'off', '0']);
const Text = text({ max: TEXT_MAX });

function readText(sent: unknown): Read {
  if (typeof sent !== 'string') return { wrong: 'must be a string' };
  const checked = Text.safeParse(sent.trim());
  if (!checked.success) return { wrong: checked.error.issues[0]?.message ?? 'is invalid' };
  return isBlank(checked.data) ? NONE : { answer: checked.data };
}

const notAnOption = ({ options = [], wordings: [shown = options] = [] }: AskedQuestion): Read => ({
  wrong: `must be one of the options: ${shown.join(', ')}`,
});

/** The option that was sent, in the owner's words. */
function optionOf({ options = [], wordings = [options] }: AskedQuestion, sent: string): string | undefined {
  for (const wording of wordings) {
    const index = wording.findIndex(option => plainOption(option) === plainOption(sent));
    if (index !== -1) return options[index];
  }
  return undefined;
}

function readChoice(question: AskedQuestion, sent: unknown): Read {
  if (typeof sent !== 'string') return { wrong: 'must be a string: one of the options' };
  if (sent === '') return NONE;
  const answer = optionOf(question, sent);
  return answer === undefined ? notAnOption(question) : { answer };
}

function readChoices(question: AskedQuestion, sent: unknown): Read {
  if (!Array.isArray(sent) || sent.some(each => typeof each !== 'string'))
    return { wrong: 'must be a list of options' };
  const chosen = new Set(sent.map(each => optionOf(question, each)));
  if (chosen.has(undefined)) return notAnOption(question);
  // In the order of the options, each once.
  const answer = (question.options ?? []).filter(option => chosen.has(option));
  return answer.length === 0 ? NONE : { answer };
}

function readAnswer(question: AskedQuestion, sent: unknown): Read {
  if (sent === undefined || sent === null) return NONE;
  switch (question.type) {
    case 'text':
      return readText(sent);
    case 'choice':
      return readChoice(question, sent);
    case 'choices':
      return readChoices(question, sent);
    case 'checkbox':
      return typeof sent === 'boolean' ? { answer: sent } : { wrong: 'must be true or false' };
  }
}

/**
 * Checks answers against the questions that are asked there. Other keys are ignored.
 * @returns the change, and the errors at `answers.key`. If there are errors, the change must not be used.
 */
export function checkAnswers(
  questions: readonly AskedQuestion[],
  sent: Readonly<Record<string, unknown>>,
  at: AnsweredAt,
): { readonly change: AnswerChange; readonly details: readonly ErrorDetail[] } {
  const given: Record<string, Answer> = {};
  const cleared: string[] = [];
  const details: ErrorDetail[] = [];
  for (const question of questionsAt(questions, at)) {
    const { key, type } = question;
    const refuse = (message: string) => details.push({ path: `answers.${key}`, message });
    const value = Object.hasOwn(sent, key) ? sent[key] : undefined;
    const read = readAnswer(question, value);
    if ('wrong' in read) {
      refuse(read.wrong);
    } else if (question.required && at === 'form' && (read.answer ?? false) === false) {
      refuse(type === 'checkbox' ? 'must be ticked' : 'is required');
    } else if (read.answer !== null) {
      given[key] = read.answer;
    } else if (value !== undefined) {
      cleared.push(key);
    }
  }
  return { change: { given, cleared }, details };
}

/** Errors for answers whose question does not exist. Owners get them; visitors’ answers are ignored instead. */
export const unknownAnswers = (
  questions: readonly Question[],
  sent: Readonly<Record<string, unknown>>,
): ErrorDetail[] =>
  unknownNames(
    sent,
    questions.map(({ key }) => key),
  ).map(({ path, message }) => ({
    path: `answers.${path}`,
    message: questions.length === 0 ? 'is unknown: this waitlist has no questions' : message,
  }));

/** The answers to these questions only. */
export const answersTo = (questions: readonly Question[], answers: Answers): Answers =>
  Object.fromEntries(
    questions.flatMap(({ key }) => {
      const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
      return answer === undefined ? [] : [[key, answer]];
    }),
  );

/**
 * Turns the fields `answers[key]` of a form into answers for {@link checkAnswers}. If a checkbox was sent twice, the last value
 * counts.
 * @param fields - the values of each key, in order
 */
export function answersOfFields(
  questions: readonly Question[],
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    questions.flatMap(({ key, type }) => {
      const sent = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (!Array.isArray(sent)) return [];
      const last = sent.at(-1);
      if (type === 'choices') return [[key, sent.filter(value => value !== '')]];
      return [[key, type === 'checkbox' ? !NOT_TICKED.has(last) : last]];
    }),
  );
}
