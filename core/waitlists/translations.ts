import * as z from 'zod';
import { type ErrorDetail, ValidationError } from '../kernel/errors.ts';
import { text } from '../kernel/schemas.ts';
import { LANGUAGES, type Language } from '../languages/language.ts';
import { designTexts } from '../page-code/design.ts';
import { MUST_DIFFER, type Question, questionTexts, repeatedOptions } from '../questions/question.ts';
import { ClosedMessage } from './door.ts';

/** What people read once they joined. */
export const ReferralMessage = () => text({ max: 500 });

/** Bytes of JSON, of all translations of a waitlist together. */
const MAX_BYTES = 100_000;

/** The words of a question in another language. */
export interface TranslatedQuestion {
  readonly label?: string | undefined;
  /** As many as the original's, in the same order. */
  readonly options?: readonly string[] | undefined;
}

/** The texts of a waitlist in another language. What is missing is shown as the owner wrote it. */
export interface Translation {
  readonly headline?: string | undefined;
  readonly tagline?: string | undefined;
  readonly buttonLabel?: string | undefined;
  readonly referralMessage?: string | undefined;
  readonly closedMessage?: string | undefined;
  /** By the key of the question. */
  readonly questions?: Readonly<Record<string, TranslatedQuestion>> | undefined;
}

export type Translations = { readonly [Name in Language]?: Translation | undefined };

export const Languages = () => z.array(z.enum(LANGUAGES));

/** The first is the language of the waitlist's own texts. */
export const LanguagesInput = () =>
  Languages()
    .min(1, 'must have at least one language')
    .max(LANGUAGES.length, `must have at most ${LANGUAGES.length} languages`)
    .superRefine((languages, context) => {
      for (const [index, language] of languages.entries())
        if (languages.indexOf(language) < index)
          context.addIssue({
            code: 'custom',
            path: [index],
            message: 'must differ from the other languages',
          });
    })
    .meta({ description: 'What visitors can read. The first is the default, and that of your texts' });

const TranslatedQuestionInput = () => {
  const { label, options } = questionTexts();
  return z
    .object({
      label: label.nullable(),
      options: options
        .superRefine((sent, context) => {
          for (const index of repeatedOptions(sent))
            context.addIssue({ code: 'custom', path: [index], message: MUST_DIFFER });
        })
        .nullable(),
    })
    .partial();
};

const TranslationInput = () => {
  const { headline, tagline, buttonLabel } = designTexts();
  return z
    .object({
      headline: headline.nullable(),
      tagline: tagline.nullable(),
      buttonLabel: buttonLabel.nullable(),
      referralMessage: ReferralMessage().nullable(),
      closedMessage: ClosedMessage().nullable(),
      questions: z.record(z.string().max(40), TranslatedQuestionInput().nullable()).nullable(),
    })
    .partial();
};

const notALanguage = (issue: z.core.$ZodRawIssue): string | undefined =>
  issue.code === 'unrecognized_keys'
    ? `may have ${LANGUAGES.join(', ')}, and not ${issue.keys.join(', ').slice(0, 40)}`
    : undefined;

/** Changes to translations: a JSON merge patch (RFC 7396). */
export const TranslationsInput = () =>
  z.partialRecord(z.enum(LANGUAGES), TranslationInput().nullable(), { error: notALanguage }).meta({
    description:
      'By language, merged; null clears a text, a question, or a language. Questions by key, options as many as the original and in its order',
  });
export type TranslationsInput = z.output<ReturnType<typeof TranslationsInput>>;

/** Translations as the API shows them. Described loosely: they have the members of the input. */
export const TranslationsShown = () =>
  z.record(z.string(), z.record(z.string(), z.unknown())) as unknown as z.ZodType<Translations>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON merge patch that leaves no empty objects; undefined: nothing is left. */
function merge(stored: unknown, patch: unknown): unknown {
  if (patch === null) return undefined;
  if (!isObject(patch)) return patch;
  const known = isObject(stored) ? stored : {};
  const merged = {
    ...known,
    ...Object.fromEntries(Object.keys(patch).map(name => [name, merge(known[name], patch[name])])),
  };
  const left = Object.entries(merged).filter(([, value]) => value !== undefined);
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

/** Translated options in the order of the new ones; undefined if one of these is new. */
function refitOptions(
  before: Question,
  options: readonly string[],
  now: readonly string[],
): readonly string[] | undefined {
  const original = before.options ?? [];
  if (options.length !== original.length) return undefined;
  const fitting = now.flatMap(option => options[original.indexOf(option)] ?? []);
  return fitting.length === now.length ? fitting : undefined;
}

/**
 * The patch that removes what no longer fits when questions change: translations of removed questions, and translated options
 * once an option is new. They would show people one answer and store another.
 */
function refit(translations: Translations, before: readonly Question[], now: readonly Question[]): unknown {
  const ofLanguage = ({ questions = {} }: Translation) =>
    Object.fromEntries(
      Object.entries(questions).map(([key, { options }]) => {
        const [was, is] = [before, now].map(all => all.find(question => question.key === key));
        if (!was || !is) return [key, null];
        return [key, options ? { options: refitOptions(was, options, is.options ?? []) ?? null } : {}];
      }),
    );
  return Object.fromEntries(
    Object.entries(translations).map(([language, each]) => [
      language,
      each && { questions: ofLanguage(each) },
    ]),
  );
}

/** What is wrong with translated questions: the originals decide which there are, and how many options they have. */
const wrongQuestions = (sent: TranslationsInput, questions: readonly Question[]): ErrorDetail[] =>
  Object.entries(sent).flatMap(([language, translation]) =>
    Object.entries(translation?.questions ?? {}).flatMap(([key, translated]): ErrorDetail[] => {
      if (translated === null) return [];
      const path = `translations.${language}.questions.${key}`;
      const original = questions.find(question => question.key === key);
      if (!original) return [{ path, message: 'is the key of no question of this waitlist' }];
      if (!translated.options) return [];
      const { options = [], type } = original;
      if (options.length === translated.options.length) return [];
      const message =
        options.length === 0
          ? `must be left out: questions of type ${type} have none`
          : `must have ${options.length} options, in the order of the original’s`;
      return [{ path: `${path}.options`, message }];
    }),
  );

interface Translatable {
  readonly translations: Translations;
  readonly questions: readonly Question[];
}

/**
 * The translations after a change of them, of the questions, or of both.
 * @throws {ValidationError}
 */
export function changeTranslations(
  current: Translatable,
  change: {
    readonly translations?: TranslationsInput | undefined;
    readonly questions?: readonly Question[] | undefined;
  },
): Translations {
  const { questions = current.questions, translations = {} } = change;
  const details = wrongQuestions(translations, questions);
  if (details.length > 0) throw new ValidationError(details);
  const fitting = merge(current.translations, refit(current.translations, current.questions, questions));
  const changed = (merge(fitting, translations) ?? {}) as Translations;
  if (Buffer.byteLength(JSON.stringify(changed)) > MAX_BYTES)
    throw ValidationError.at(
      'translations',
      `must be at most ${MAX_BYTES / 1000} kB together: shorten some, or clear languages that you do not need with null`,
    );
  return changed;
}
