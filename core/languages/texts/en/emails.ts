import { plural } from '../../format.ts';

/**
 * The emails that people on a waitlist get. `{name}` is the waitlist's, `{page}` the address of its page, `{place}` a number.
 *
 * Most have a `lead` that stands alone above the waitlist's name in large letters, which must read well so. `said` is the same as a
 * whole sentence, for plain text.
 */
export const emails = {
  /** Why they get it, and what to do if it was a mistake. */
  signedUp: 'You’re getting this email because someone signed up with this address at {page}.',
  askedFor: 'You’re getting this email because someone asked for it at {page}.',
  ignore: 'If that wasn’t you, you can ignore this email.',
  /** A link, and the same in plain text. */
  stop: 'Stop these emails',
  stopText: 'Stop these emails: {url}',
  /** In plain text: the label of a button, above its link. */
  linkText: '{label}:',
  seePlace: 'See your place',
  /** A place in line, in large letters. “#128” is understood in most languages. */
  number: '#{place}',
  /** Above that number, and with it in plain text. */
  place: 'Your place in line',
  placeText: 'Your place in line: {number}',
  /** Above a link. */
  share: 'Know someone who’d like this too? Share your link:',
  promise: plural({
    one: 'Move up {count} place for each friend who joins with your link:',
    other: 'Move up {count} places for each friend who joins with your link:',
  }),
  /** What owners' emails say where a name is missing, as in “Hi there,”. It must also read well in “Hallo {{name}},”. */
  noName: 'there',
  /** Ends an email that the owner of the waitlist wrote; in plain text without the full stop. */
  byOwner:
    'This email was written by the owner of the waitlist “{name}”. You’re getting it because someone signed up with this address at {page}.',
  byOwnerText:
    'This email was written by the owner of the waitlist “{name}”. You’re getting it because someone signed up with this address at {page}',
  /** The first email of somebody who joined. */
  confirmation: {
    subject: 'You’re on the list for {name}',
    lead: 'You’re on the list for',
    said: 'You’re on the list for {name}.',
    /** The same lead in a template of an owner. `{visitor}` is the reader's name. */
    greeting: 'Hi {visitor}, you’re on the list for',
  },
  /** Asks people to confirm their address before they are on the list. */
  confirmAddress: {
    subject: 'Confirm your email address for {name}',
    lead: 'Join the waitlist for',
    said: 'Join the waitlist for {name}',
    task: plural({
      one: 'Confirm your email address to get your place in line. The link works for {count} hour.',
      other: 'Confirm your email address to get your place in line. The link works for {count} hours.',
    }),
    button: 'Confirm my email',
    otherwise: 'If that wasn’t you, ignore this email, and nothing happens.',
  },
  /** Somebody on the list asked for the link to their place. */
  placeLink: {
    subject: 'Your place in line for {name}',
    lead: 'Here’s your place on the list for',
    said: 'Here’s your place on the list for {name}.',
  },
  /** Somebody asked for the link to leave the list. What leaving does is in `pages.stop.loss`. */
  leave: {
    subject: 'Leave {name}?',
    lead: 'Leave the waitlist for',
    said: 'Leave the waitlist for {name}?',
    button: 'Leave the waitlist',
    otherwise: 'If that wasn’t you, ignore this email, and nothing changes.',
  },
  /** Friends joined with their link. `{count}` is the number of places they gained. */
  movedUp: {
    subject: 'You moved up to {number} for {name}',
    place: 'Your new place in line',
    placeText: 'Your new place in line: {number}',
    lead: plural({
      one: 'Friends joined with your link and moved you up {count} place on the list for',
      other: 'Friends joined with your link and moved you up {count} places on the list for',
    }),
    said: plural({
      one: 'Friends joined with your link and moved you up {count} place on the list for {name}.',
      other: 'Friends joined with your link and moved you up {count} places on the list for {name}.',
    }),
    /** The same lead in a template of an owner, where the number is not known. */
    start: 'Friends joined with your link and moved you up on the list for',
    rarely: 'We send at most one update a day.',
  },
  /** It is their turn: they are let in. */
  invitation: {
    subject: 'You’re in: {name}',
    /** Two lines on a block of color: a small one above a very large, short one. Then both in plain text. */
    turn: 'It’s your turn',
    in: 'You’re in.',
    inText: 'You’re in. It’s your turn.',
    lead: 'Your invitation to',
    said: 'Your invitation to {name}.',
    button: 'Accept your invitation',
    /** The subject of the same email a few days later. */
    reminder: 'Reminder: {subject}',
    /** `{date}` is a day, like “December 9, 2026”. */
    validity: 'This link is yours alone. It works until {date}.',
  },
};
