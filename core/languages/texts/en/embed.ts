import { plural } from '../../format.ts';

/** The form on the owner's own site, and the ticket after joining there. */
export const embed = {
  /** What screen readers call the form. */
  label: 'Join the waitlist for {name}',
  /** In the empty field for a name. */
  name: 'Your name (optional)',
  /** A link, while nobody can join. */
  already: 'Already on the list? See your place',
  /** Instead of the place, for people who were let in. */
  in: 'You’re in!',
  nobodyAhead: 'Nobody is ahead of you',
  ahead: plural({ one: '1 person ahead of you', other: '{count} people ahead of you' }),
  /** Why the place is a higher number than that. */
  gone: plural({ one: '1 is already in or has left', other: '{count} are already in or have left' }),
  /** Above the link to share, with referrals. */
  promise: plural({
    one: 'Move up 1 place for each friend who joins with your link.',
    other: 'Move up {count} places for each friend who joins with your link.',
  }),
  /** A button that opens the share sheet of the system. */
  share: 'Share',
  /** What is sent with the link. */
  shareText: 'Join me on the waitlist for {name}',
  seeInvitation: 'See your invitation',
  /** What screen readers call the questions after joining. */
  questions: 'A little about you',
  save: 'Save',
  saved: 'Saved. Thank you!',
  notSaved: 'That didn’t work. Please try again in a moment.',
};
