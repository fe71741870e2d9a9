/** Whether people can join, when they can, and with which addresses. */
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
  /** Why an address may not join. Each is a whole sentence: it ends with its mark. */
  refused: {
    domain: 'This waitlist doesn’t take addresses at {domain}. Please use another one.',
    thisDomain: 'This waitlist doesn’t take addresses at this domain. Please use another one.',
    /** `{domains}` is like "a.com, b.com, or c.com". */
    only: 'This waitlist only takes addresses at {domains}.',
    throwaway: 'This waitlist doesn’t take throwaway addresses. Please use another one.',
  },
  /** The line at the foot for people who have joined: a form that mails them a link. */
  bar: {
    joined: 'Already on the list?',
    /** An example, in an empty field. */
    email: 'you@example.com',
    /** The button. */
    send: 'Email me my place',
  },
};
