import { plural } from '../../format.ts';

/**
 * What our API answers to visitors' browsers, and to programs of developers who built a form of their own and show it to visitors.
 * Short sentences without a full stop are headings. Words like `details` or `allowedOrigins` are names in our API: keep them.
 */
export const errors = {
  /** Answers that are no errors. */
  joined: 'You’re on the list. We’ll be in touch.',
  alreadyJoined: 'This email is already on the list.',
  /** The same for every address, and true for one that gets no email. */
  pending: plural({
    one: 'If this address can get our emails, one with a link is on its way. Open it within {count} hour. No email? Check your spam folder, or use another address.',
    other:
      'If this address can get our emails, one with a link is on its way. Open it within {count} hours. No email? Check your spam folder, or use another address.',
  }),
  placeLink: 'If this email is on the list, we’ve sent you a link to your place.',
  leaveLink: 'If this email is on the list, we’ve sent you a link to leave it.',
  /** Rules of a waitlist for addresses. `{domains}` is like “a.com, b.com, or c.com”. */
  emailBlocked: 'This waitlist doesn’t take addresses at {domains}. Please use another one.',
  emailElsewhere: 'This waitlist doesn’t take addresses at this domain. Please use another one.',
  emailOnly: 'This waitlist only takes addresses at {domains}.',
  emailThrowaway: 'This waitlist doesn’t take throwaway addresses. Please use another one.',
  /** What to do when nobody can join. */
  notYetAdvice: 'Come back when it opens.',
  closedAdvice: 'If you joined before, request the link to your place on its page.',
  fullAdvice: 'Try again later: a place may open up.',
  /** Below, an error and what to do about it. `{fields}` are names in our API. */
  noPage: 'No waitlist at this URL',
  noPageAdvice: 'Check the link with the person who shared it.',
  noPlace: 'No one on a waitlist has this token',
  tooMany: 'Too many attempts from this network',
  tooManyAdvice: plural({
    one: 'Wait {count} second and try again.',
    other: 'Wait {count} seconds and try again.',
  }),
  badSite: 'This site may not add people to this waitlist',
  badSiteAdvice: 'The owner of the waitlist can add the origin of this page to allowedOrigins.',
  badRedirect: 'must start with one of allowedOrigins',
  notHuman: 'We could not verify that you are human',
  notHumanAdvice: 'Complete the check again.',
  invalid: 'Invalid input',
  invalidFields: 'Invalid input: {fields}',
  invalidAdvice: 'Fix the fields named in details and send the request again.',
  /** One of those fields. */
  invalidField: 'This value is not valid.',
  badBody: 'The body cannot be read',
  badBodyAdvice: 'Send one JSON object, or a form in UTF-8.',
  failed: 'Something went wrong on our end',
  failedAdvice: 'Try again. If it keeps happening, report the requestId.',
  unavailable: 'The service is unavailable right now',
  unavailableAdvice: plural({
    one: 'Try again in {count} second.',
    other: 'Try again in {count} seconds.',
  }),
};
