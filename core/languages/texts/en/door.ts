/** What the page and the form on the owner's own site say while nobody can join. */
export const door = {
  /** Instead of the form, where the owner wrote nothing. */
  closed: {
    not_yet: 'This waitlist isn’t open yet.',
    closed: 'This waitlist is closed.',
    full: 'This waitlist is full.',
  },
  /** `{time}` is like "Tuesday, December 1, 2026 at 10:00 AM UTC". */
  opens: 'Opens {time}',
  /** Below the message of a full waitlist. */
  advice: 'A place may open up. Check back later.',
  /** The line at the foot for people who have joined: a form that mails them a link. */
  bar: {
    joined: 'Already on the list?',
    /** An example, in an empty field. */
    email: 'you@example.com',
    /** The button. */
    send: 'Email me my place',
  },
};
