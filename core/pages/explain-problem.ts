import type { ApiError, ErrorDetail } from '../kernel/errors.ts';
import { isForVisitors } from './field-errors.ts';
import { NOT_FOUND } from './render-no-page.ts';

/** An error and its remedy, for a visitor. */
interface Explanation {
  readonly heading: string;
  readonly advice: string;
}

const FIELDS: Readonly<Record<string, Explanation>> = {
  email: {
    heading: 'That email address doesn’t look right',
    advice: 'Go back, check it, and try again.',
  },
  name: { heading: 'That name is too long', advice: 'Go back and use at most 100 characters.' },
  answers: {
    heading: 'Please check your answers',
    advice: 'Go back, reload the page in case a question has changed, and try again.',
  },
  redirectUrl: {
    heading: 'This form isn’t set up correctly',
    advice: 'Tell the owner of the site: redirectUrl must start with one of the waitlist’s allowedOrigins.',
  },
};

const LATER = 'Try again in a moment.';

function explainField({ path, message }: ErrorDetail): Explanation | undefined {
  if (path !== 'email') return FIELDS[path.split('.')[0] ?? path];
  return isForVisitors(message)
    ? { heading: 'You can’t join with this address', advice: message }
    : FIELDS.email;
}

/** Explains an error of a form that was posted without JavaScript. */
export function explainProblem(error: ApiError): Explanation {
  const { details = [], resolution } = error.toBody('');
  const advice = resolution ?? LATER;
  switch (error.code) {
    case 'validation_failed':
      return (details[0] && explainField(details[0])) ?? { heading: error.message, advice };
    case 'challenge_failed':
      return {
        heading: 'We couldn’t verify that you’re human',
        advice: 'Go back, turn on JavaScript, and try again.',
      };
    case 'origin_not_allowed':
      return {
        heading: 'This site can’t add you to the waitlist',
        advice: 'Tell the owner of the site: its origin must be in the waitlist’s allowedOrigins.',
      };
    case 'not_found':
      return NOT_FOUND;
    case 'internal_error':
      return { heading: error.message, advice: LATER };
    default:
      return { heading: error.message, advice };
  }
}
