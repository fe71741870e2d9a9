import { isBlank } from '../kernel/blank.ts';
import type { Language } from '../languages/language.ts';
import type { StoredDesign } from '../page-code/design.ts';
import type { Answers } from '../questions/answers.ts';
import type { AskedQuestion, Question } from '../questions/question.ts';
import type { TranslatedQuestion, Translation, Translations } from './translations.ts';

/** The owner's texts, as far as a record has them. */
interface OwnerTexts {
  readonly translations: Translations;
  readonly design?: StoredDesign;
  readonly referralMessage?: string | null;
  readonly closedMessage?: string | null;
  readonly questions?: readonly Question[];
}

/** The translation, unless it says nothing. */
const orOriginal = <Text>(translated: string | undefined, original: Text): string | Text =>
  translated === undefined || isBlank(translated) ? original : translated;

const DESIGN_TEXTS = ['headline', 'tagline', 'buttonLabel'] as const;

const localizeDesign = (design: StoredDesign, own: Translation): StoredDesign => ({
  ...design,
  ...Object.fromEntries(
    DESIGN_TEXTS.flatMap(name => {
      const text = orOriginal(own[name], design[name]);
      return text === undefined ? [] : [[name, text]];
    }),
  ),
});

/** A question in the words of a translation. Options that do not fit the original's are left out. */
export function localizeQuestion(question: Question, { label, options }: TranslatedQuestion = {}): Question {
  return {
    ...question,
    label: orOriginal(label, question.label),
    ...(options && options.length === question.options?.length && { options }),
  };
}

/**
 * A record of a waitlist with the owner's texts in a language. Texts that are not translated stay as the owner wrote them, in the
 * waitlist's first language.
 */
export function localize<Localized extends OwnerTexts>(
  record: Localized,
  language: Language,
): Localized & { readonly language: Language } {
  const own = record.translations[language] ?? {};
  const { design, questions, referralMessage, closedMessage } = record;
  return {
    ...record,
    language,
    ...(design && { design: localizeDesign(design, own) }),
    ...(questions && {
      questions: questions.map(question => localizeQuestion(question, own.questions?.[question.key])),
    }),
    ...(referralMessage !== undefined && {
      referralMessage: orOriginal(own.referralMessage, referralMessage),
    }),
    ...(closedMessage !== undefined && { closedMessage: orOriginal(own.closedMessage, closedMessage) }),
  };
}

const shownOption = (option: string, original: Question, shown: Question): string =>
  shown.options?.[original.options?.indexOf(option) ?? -1] ?? option;

/**
 * Answers as somebody reads them: options in the words that are shown.
 * @param shown - the questions in their language
 */
export function localizeAnswers(
  questions: readonly Question[],
  shown: readonly Question[],
  answers: Answers,
): Answers {
  return Object.fromEntries(
    Object.entries(answers).map(([key, answer]) => {
      const [original, localized] = [questions, shown].map(all => all.find(question => question.key === key));
      if (!original || !localized || typeof answer === 'boolean') return [key, answer];
      const show = (option: string) => shownOption(option, original, localized);
      return [key, typeof answer === 'string' ? show(answer) : answer.map(show)];
    }),
  );
}

/**
 * The questions of a waitlist to somebody who reads this language. They may answer with an option in any wording: first in that of
 * their language, then in the owner's, then in others.
 */
export function askIn(
  {
    questions,
    translations,
  }: { readonly questions: readonly Question[]; readonly translations: Translations },
  language: Language,
): readonly AskedQuestion[] {
  const shown = localize({ questions, translations }, language).questions;
  return questions.map((question, index): AskedQuestion => {
    const { label, options: first = [] } = shown[index] ?? question;
    const { options } = question;
    if (!options) return { ...question, label };
    const others = Object.values(translations).flatMap(each => {
      const translated = each?.questions?.[question.key]?.options;
      return translated?.length === options.length ? [translated] : [];
    });
    return { ...question, label, wordings: [first, options, ...others] };
  });
}
