import type { ApiError, ErrorDetail } from '../kernel/errors.ts';
import type { Language } from '../languages/language.ts';
import { type Texts, textsOf } from '../languages/texts.ts';
import { isForDevelopers } from './field-errors.ts';
import { type Notice, noSuchWaitlist } from './render-no-page.ts';
import { errorIn } from './translate-error.ts';

function explainField(texts: Texts['pages']['notice'], { path, message }: ErrorDetail): Notice | undefined {
  switch (path.split('.')[0]) {
    case 'email':
      return isForDevelopers(message)
        ? { heading: texts.badEmail, advice: texts.badEmailAdvice }
        : { heading: texts.refusedEmail, advice: message };
    case 'name':
      return { heading: texts.longName, advice: texts.longNameAdvice };
    case 'answers':
      return { heading: texts.badAnswers, advice: texts.badAnswersAdvice };
    case 'redirectUrl':
      return { heading: texts.badForm, advice: texts.badFormAdvice };
    default:
      return undefined;
  }
}

/** Explains an error of a form that was posted without JavaScript, and its remedy. */
export function explainProblem(error: ApiError, language: Language): Notice {
  const texts = textsOf(language).pages.notice;
  const { error: heading, resolution: advice = texts.later } = errorIn(language, error, '');
  const { details = [] } = error.toBody('');
  switch (error.code) {
    case 'validation_failed':
      return (details[0] && explainField(texts, details[0])) ?? { heading, advice };
    case 'challenge_failed':
      return { heading: texts.notHuman, advice: texts.notHumanAdvice };
    case 'origin_not_allowed':
      return { heading: texts.badSite, advice: texts.badSiteAdvice };
    case 'not_found':
      return noSuchWaitlist(language);
    case 'internal_error':
      return { heading, advice: texts.later };
    default:
      return { heading, advice };
  }
}
