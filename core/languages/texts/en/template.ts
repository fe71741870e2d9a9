import { plural } from '../../format.ts';

/** The built-in templates of signup pages, besides what the plain form says too. */
export const template = {
  /** On the button, before three dots that move. */
  sending: 'Joining',
  /** Below the form. */
  fineprint: 'You’ll get a confirmation by email.',
  invited: 'A friend invited you. Good to see you here.',
  /** After the label of a field. */
  optional: 'optional',
  emailInvalid: 'Please check this address: it should look like you@example.com.',
  /** Above the name of the waitlist. From 5 on. One template makes the number large if the text begins with it. */
  waiting: plural({ other: '{count} people in line' }),
  signups: plural({ other: '{count} people joined' }),
  /** The same, while there are fewer. */
  first: 'Be one of the first in line',
  /** Above their link, with referrals. */
  promise: plural({
    one: 'Move up one place for each friend who joins with your link.',
    other: 'Move up {count} places for each friend who joins with your link.',
  }),
  /** The button beside it, here and on the owner's own site. */
  copy: 'Copy link',
};

/** The template that counts down to a launch. */
export const countdown = {
  /** One word on a departure board: in capitals where there are some, and as short as can be. At most 10 characters. */
  board: {
    soon: 'SOON',
    open: 'OPEN',
    closed: 'CLOSED',
    full: 'FULL',
  },
  noDate: 'Date to be announced',
  /** `{day}` is like "December 1, 2026". */
  openSince: 'Open since {day}',
  /** What screen readers say for the board. */
  nowOpen: 'Now open',
  comingSoon: 'Coming soon',
  timeLeft: 'Time left',
};

/** The template that shows the line, with a slider for how many friends (0 to 10) join with their link. */
export const leaderboard = {
  /** Above a large number, which is their place. */
  title: {
    alone: 'Join now and you’re number',
    friends: plural({
      one: 'Bring one friend and you’re number',
      other: 'Bring {count} friends and you’re number',
    }),
  },
  /** Below it. */
  ahead: plural({ one: 'One person ahead of you', other: '{count} people ahead of you' }),
  /** The label of the slider. */
  noFriends: 'If no friends join with your link',
  friends: plural({
    one: 'If one friend joins with your link',
    other: 'If {count} friends join with your link',
  }),
  /** Below the slider: places for each friend. */
  each: plural({
    one: 'Each friend moves you up one place.',
    other: 'Each friend moves you up {count} places.',
  }),
  /** After it: the line is short, so a longer one is shown. `{count}` is its length, `{position}` their place right now. */
  example: plural({
    other: 'This shows a line of {count}. Right now, you’d be number {position}.',
  }),
  /** Rows of the line: a place, and who has it. */
  you: 'You',
  youAlone: 'You, on your own',
  youWith: plural({ one: 'You, with one friend', other: 'You, with {count} friends' }),
  firstInLine: 'First in line',
  lastInLine: 'Last in line',
  /** Between two rows: how many places they gain, and how many people are there. */
  pass: plural({ one: 'You pass one person', other: 'You pass {count} people' }),
  more: plural({ other: '{count} more' }),
  /** Headings: above how many wait, and above the line. */
  inLine: 'In line',
  line: 'The line',
};
