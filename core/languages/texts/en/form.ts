/** The form of a page, and what can go wrong with it: read in the page, in the embed, and without JavaScript. */
export const form = {
  emailInvalid: 'That email address doesn’t look right. Please check it.',
};
