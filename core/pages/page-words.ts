import { fillCount } from '../languages/format.ts';
import type { Language } from '../languages/language.ts';
import type { Texts } from '../languages/texts.ts';
import type { PageNeeds } from '../page-code/templates/parts.ts';
import { questionsAt } from '../questions/answers.ts';
import type { Question } from '../questions/question.ts';
import type { PageDesign, PageWaitlist } from './page-data.ts';

/** A line shorter than this is not worth a number. */
const FEWEST = 5;

/** How many wait, or joined. Empty where neither is worth saying. */
function crowdText(
  language: Language,
  { waiting, signups, first }: Texts['template'],
  waitlist: Pick<PageWaitlist, 'waiting' | 'signups' | 'closedMessage'>,
): string {
  if (waitlist.waiting >= FEWEST) return fillCount(language, waiting, waitlist.waiting);
  if (waitlist.closedMessage !== null) return '';
  return waitlist.signups < FEWEST ? first : fillCount(language, signups, waitlist.signups);
}

/** The texts of one language that {@link pageWords} takes. The dashboard's preview loads them by itself. */
export type WordTexts = Pick<
  Texts,
  'signupPage' | 'form' | 'answer' | 'door' | 'place' | 'pages' | 'template' | 'countdown' | 'leaderboard'
>;

/** What the code of a page has to do. */
export const pageNeeds = (page: {
  readonly door: PageWaitlist['door'];
  readonly questions: readonly Question[];
  readonly language: Language;
}): PageNeeds => ({
  asks: questionsAt(page.questions, 'form').length > 0,
  isClosed: page.door !== 'open',
  isTranslated: page.language !== 'en',
});

export interface WordedPage {
  readonly template: PageDesign['template'];
  readonly waitlist: Pick<
    PageWaitlist,
    'waiting' | 'signups' | 'closedMessage' | 'referralEnabled' | 'referralBoost'
  >;
  readonly needs: PageNeeds;
}

/**
 * `props.words` of page code: our texts in the visitor's language. Their numbers are filled in, except those that only the page
 * knows. A built-in template gets what it shows; page code of an account gets everything, since it may come from any template.
 */
export function pageWords(language: Language, texts: WordTexts, { template, waitlist, needs }: WordedPage) {
  const { signupPage, form, place, leaderboard } = texts;
  const { fineprint, invited, sending, optional, emailInvalid, copy, promise } = texts.template;
  const isFor = (name: PageDesign['template']) => template === name || template === 'custom';
  return {
    button: signupPage.submit,
    sending,
    fineprint,
    invited,
    crowd: crowdText(language, texts.template, waitlist),
    email: signupPage.email,
    name: signupPage.name,
    optional,
    emailMissing: form.emailMissing,
    emailInvalid,
    use: form.use,
    check: texts.pages.notice.checkEmail,
    joined: signupPage.joined,
    place: place.label,
    promise: waitlist.referralEnabled ? fillCount(language, promise, waitlist.referralBoost) : place.share,
    copy,
    copied: place.copied,
    linkCopied: place.linkCopied,
    copyYourself: place.copyYourself,
    ...(needs.isClosed && { opens: texts.door.opens, full: texts.door.advice }),
    ...(needs.asks && {
      answer: texts.answer.missing,
      tick: texts.answer.notTicked,
      choose: signupPage.choose,
    }),
    ...(isFor('countdown') && { countdown: texts.countdown }),
    ...(isFor('leaderboard') && {
      leaderboard: {
        ...leaderboard,
        each: fillCount(language, leaderboard.each, waitlist.referralBoost),
        nobodyAhead: place.nobodyAhead,
        gone: place.gone,
      },
    }),
  };
}

export type PageWords = ReturnType<typeof pageWords>;
