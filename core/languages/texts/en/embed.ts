/** The form on the owner's own site, and the ticket after joining there: what the page does not say too. */
export const embed = {
  /** What screen readers call the form. */
  label: 'Join the waitlist for {name}',
  /** In the empty field for a name. */
  name: 'Your name (optional)',
  /** A link, while nobody can join. */
  already: 'Already on the list? See your place',
  /** A button that opens the share sheet of the system. */
  share: 'Share',
  seeInvitation: 'See your invitation',
  notSaved: 'That didn’t work. Please try again in a moment.',
};
