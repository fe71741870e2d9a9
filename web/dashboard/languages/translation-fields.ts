import { LANGUAGE_NAMES, type Language } from '../../../core/languages/language.ts';
import type { Waitlist } from '../api/queries.ts';
import type { WaitlistChanges } from '../waitlists/use-save.ts';

/** A text of the waitlist that can be translated. */
export interface TranslationField {
  /** Unique: `headline`, `questions.role.label`, `questions.role.options.0`. */
  readonly path: string;
  readonly name: string;
  readonly original: string;
  readonly max: number;
  /** The question that it belongs to. */
  readonly question?: string;
}

/** The texts in a language, by path. */
export type TranslationDraft = Readonly<Record<string, string>>;

type Translation = NonNullable<NonNullable<Waitlist['translations']>[Language]>;
type Sent = NonNullable<NonNullable<NonNullable<WaitlistChanges['translations']>[Language]>>;

const TEXTS = [
  { path: 'headline', name: 'Headline', max: 80 },
  { path: 'tagline', name: 'Tagline', max: 200 },
  { path: 'buttonLabel', name: 'Button', max: 30 },
  { path: 'referralMessage', name: 'Message after signup', max: 500 },
  { path: 'closedMessage', name: 'Message while closed', max: 200 },
] as const;

const originalOf = ({ design, referralMessage, closedMessage }: Waitlist) => ({
  headline: design.headline,
  tagline: design.tagline,
  buttonLabel: design.buttonLabel,
  referralMessage,
  closedMessage,
});

/** The texts that the owner has written, in the order of the page. */
export function translationFields(waitlist: Waitlist): TranslationField[] {
  const originals = originalOf(waitlist);
  const texts = TEXTS.flatMap(each => {
    const original = originals[each.path] ?? '';
    return original.trim() === '' ? [] : [{ ...each, original }];
  });
  const questions = waitlist.questions
    .filter(({ ask }) => ask !== 'never')
    .flatMap(({ key, label, options = [] }): TranslationField[] => [
      { path: `questions.${key}.label`, name: 'Question', original: label, max: 120, question: key },
      ...options.map((option, index) => ({
        path: `questions.${key}.options.${index}`,
        name: `Option ${index + 1}`,
        original: option,
        max: 60,
        question: key,
      })),
    ]);
  return [...texts, ...questions];
}

function storedText({ questions, ...texts }: Translation, path: string): string {
  const [, key, member, index] = path.split('.');
  if (key === undefined) return (texts as Readonly<Record<string, string | undefined>>)[path] ?? '';
  const question = questions?.[key];
  return (member === 'label' ? question?.label : question?.options?.[Number(index)]) ?? '';
}

/** The stored translation of each field. */
export const toDraft = (
  fields: readonly TranslationField[],
  translation: Translation | undefined,
): TranslationDraft =>
  Object.fromEntries(fields.map(({ path }) => [path, translation ? storedText(translation, path) : '']));

const isEmpty = (draft: TranslationDraft, path: string): boolean => (draft[path] ?? '').trim() === '';

/** How many fields have no translation. */
export const countMissing = (fields: readonly TranslationField[], draft: TranslationDraft): number =>
  fields.filter(({ path }) => isEmpty(draft, path)).length;

const optionsOf = (fields: readonly TranslationField[], key: string) =>
  fields.filter(({ path }) => path.startsWith(`questions.${key}.options.`));

/** The options that lack a translation while others of their question have one: they are stored together. */
export const halfTranslated = (fields: readonly TranslationField[], draft: TranslationDraft): string[] =>
  fields.flatMap(({ path, question }) => {
    if (question === undefined || !path.includes('.options.') || !isEmpty(draft, path)) return [];
    return optionsOf(fields, question).some(option => !isEmpty(draft, option.path)) ? [path] : [];
  });

/** The change that stores a draft: null where a text is empty. */
export function toTranslation(fields: readonly TranslationField[], draft: TranslationDraft): Sent {
  const text = (path: string) => (isEmpty(draft, path) ? null : (draft[path] ?? '').trim());
  const keys = [...new Set(fields.flatMap(({ question }) => question ?? []))];
  const texts = Object.fromEntries(
    fields.filter(({ question }) => question === undefined).map(({ path }) => [path, text(path)]),
  );
  const questions = keys.map(key => {
    const options = optionsOf(fields, key).map(({ path }) => text(path) ?? '');
    const translated = options.some(option => option !== '');
    return [
      key,
      {
        label: text(`questions.${key}.label`),
        ...(options.length > 0 && { options: translated ? options : null }),
      },
    ];
  });
  return { ...texts, ...(keys.length > 0 && { questions: Object.fromEntries(questions) }) };
}

/** A language in English, with its own name. */
export function languageName(language: Language, english: string): string {
  const own = LANGUAGE_NAMES[language];
  return own === english ? own : `${english} · ${own}`;
}

/** The prompt for an agent that is to translate a waitlist. */
export const translatePrompt = ({ id, name }: Waitlist, languages: readonly Language[]): string => `\
Translate the texts of my waitlist “${name}” into ${languages.map(language => `${language} (${LANGUAGE_NAMES[language]})`).join(', ')}.

Use the Anteroom MCP server at ${location.origin}/api/mcp/mcp. Read the waitlist with get_waitlist (id ${id}), and save with update_waitlist:

{"id": "${id}", "translations": {"${languages[0] ?? 'de'}": {"headline": "…", "tagline": "…", "buttonLabel": "…", "referralMessage": "…", "closedMessage": "…", "questions": {"<key>": {"label": "…", "options": ["…"]}}}}}

Send only texts that the waitlist has. Headline, tagline, and buttonLabel are in its design. Options are as many as the original’s and in the same order. Limits in characters: headline 80, tagline 200, buttonLabel 30, referralMessage 500, closedMessage 200, label 120, option 60. Write like a native product writer of each language, informally where its startups do. Show me the translations before you save them.
`;
