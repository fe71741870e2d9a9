import { plural } from '../../format.ts';

/**
 * The ticket with somebody's place in line. The server writes it, and the browser again when it changes, on the page of the place,
 * on the page where they joined, and in the embed. Waiting is pictured as a line (a queue) in which people move up to the front.
 */
export const place = {
  /** Above a large number. */
  label: 'Your place in line',
  /** The title of the browser's tab, before “ – ” and the waitlist's name. */
  title: '#{place} in line',
  nobodyAhead: 'Nobody is ahead of you',
  ahead: plural({ one: '{count} person ahead of you', other: '{count} people ahead of you' }),
  /** Below the line before: why the place is a higher number than that. They were let in, or left the list. */
  gone: plural({
    one: '{count} is already in or has left',
    other: '{count} are already in or have left',
  }),
  /** Below the lines before, if the owner lets people in by a plan. `{dates}` is a day, or a range of days. */
  expected: 'Your turn, most likely: {dates}',
  /** Above a link, when friends do not move anybody up. */
  share: 'Know someone who’d like this? Share your link.',
  /** Above a link. */
  promise: plural({
    one: 'Move up {count} place for each friend who joins with your link.',
    other: 'Move up {count} places for each friend who joins with your link.',
  }),
  /** What the next friend gives: two places in line, the current one and the better one. */
  next: 'One more friend: from {from} to {to}',
  /** Read aloud by screen readers. */
  movedUp: 'You moved up to place {place}.',
  movedDown: 'You’re now at place {place}.',
  /** A button beside the link; short. */
  copy: 'Copy',
  copied: 'Copied',
  linkCopied: 'Link copied.',
  /** When the browser did not let us copy it. Keep the names of the keys as they are on keyboards of the language. */
  copyYourself: 'Press Ctrl+C or ⌘C to copy the link.',
  imageSaved: 'Image saved.',
  /** The message that people send to friends, with the link to the waitlist. `{name}` is the waitlist's. */
  invite: 'Join me on the waitlist for {name}',
  /** The heading when it is their turn: they were let in. */
  inHeading: 'You’re in!',
  /** The heading of a few questions after joining, and its button. */
  askedHeading: 'A little about you',
  save: 'Save',
  saved: 'Saved. Thank you!',
  /** In the image that people share with friends: what they say themselves. */
  image: {
    place: 'My place in line',
    turn: 'It’s my turn',
    in: 'I’m in!',
    invite: 'Join me in line',
    /** The name of the file: lower case, with hyphens, in Latin letters without accents. */
    file: 'my-place-in-line',
  },
};
