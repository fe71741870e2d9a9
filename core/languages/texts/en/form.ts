import { plural } from '../../format.ts';

/** The signup page as the server writes it: its head, the plain form, and what is around it. */
export const signupPage = {
  /** In the browser's tab and in search results. `{name}` is that of the waitlist, here and below. */
  title: '{name} – Join the waitlist',
  description: 'Join the waitlist for {name}.',
  /** How screen readers name the part with the form. */
  frame: '{name}: join the waitlist',
  /** Below the name, where the owner wrote nothing about it. */
  lead: 'Something new is on its way. Leave your email and we’ll let you know when it’s here.',
  /** The label of a field, as are the next ones. */
  email: 'Email',
  name: 'Name',
  /** After the label of a field. */
  optional: '(optional)',
  /** The first line of a drop-down list. */
  choose: 'Choose one',
  /** On the button, where the owner wrote nothing. At most about 25 characters. */
  submit: 'Join the waitlist',
  needsScript: 'You need JavaScript to join. Please turn it on and reload this page.',
  /** Above the place. */
  joined: 'You’re on the list',
  /** The label of a field with the link. */
  link: 'Your link to share',
  /** A dialog for people who may be robots. */
  challenge: {
    heading: 'One quick check',
    lead: 'Verify that you’re human to join the list.',
    cancel: 'Cancel',
  },
};

/** What the forms of the page and of other sites say while somebody joins. Browsers get all of it. */
export const form = {
  /** On the button, while it works. */
  joining: 'Joining…',
  emailMissing: 'Please enter your email address.',
  emailInvalid: 'That email address doesn’t look right. Please check it.',
  nameTooLong: 'That name is too long. Please use at most 100 characters.',
  /** `{suggestion}` and `{email}` are addresses. */
  didYouMean: 'Did you mean {suggestion}? If {email} is right, send it again.',
  /** A button that takes the suggested address. */
  use: 'Use {email}',
  answersWrong: 'Please check your answers. One is missing, or too long.',
  busy: 'One moment, please.',
  retrying: 'This takes longer than usual. We’re trying again…',
  unreachable: 'We couldn’t reach the server. Check your connection and try again.',
  failed: 'Something went wrong on our end. Please try again in a moment.',
  /** The waitlist is not there anymore. */
  gone: 'This waitlist is no longer open.',
  /** The owner has not allowed the form on this site. */
  notAllowed: 'This form isn’t set up for this site yet.',
  notHuman: 'We couldn’t verify that you’re human. Please try again, or reload the page.',
  waitMinute: 'Too many attempts. Please wait a minute and try again.',
  waitSeconds: plural({
    one: 'Too many attempts. Please wait a second and try again.',
    other: 'Too many attempts. Please wait {count} seconds and try again.',
  }),
  alreadyJoined: 'This email is already on the list. Check your inbox for a link to your place.',
  /** They may have joined a moment ago, or long before. */
  onList: 'You’re on the list. Check your inbox for a link to your place.',
  /** What screen readers call the line below. */
  yourPlace: 'Your place',
  /** `{position}` is a number. */
  placeInLine: 'Your place in line: {position}',
  /** A link to it. */
  seePlace: 'See your place',
  /** A button of somebody who has joined. */
  otherEmail: 'Join with another email',
};

/** What a human check says when it fails. */
export const challenge = {
  notLoaded:
    'The human check didn’t load. Check your connection, turn off any content blocker, and try again.',
  notConfirmed: 'We couldn’t verify that you’re human. Please try again.',
  tooLong: 'The human check took too long. Please try again.',
  canceled: 'You closed the human check. Try again when you’re ready.',
  unsupported: 'This browser can’t run the human check. Please update it or try another one.',
};

/** What is wrong with an answer to a question of the owner, below its field. */
export const answer = {
  missing: 'Please answer this question.',
  notTicked: 'Please tick this box to join.',
  tooLong: 'That answer is too long. Please use at most 500 characters.',
};
