/** Marks that turn the direction of the text after them, and so what it reads as. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Between the letters of a host name, and after a scheme. */
const LINK_PARTS = /(?<=[\p{L}\p{N}])(\.(?=\p{L})|:(?=\/\/))/gu;

export const withoutDirections = (text: string): string => text.replace(DIRECTIONS, '');

/**
 * A name that an account chose, for an email: mail programs find no link in it, since an invisible character stands where one
 * would be. An account's only links are those of its page.
 */
export const plainName = (name: string): string => withoutDirections(name).replace(LINK_PARTS, '$1\u200c');

/** Longer ones are sentences. */
const VISITOR_NAME_LENGTH = 40;

/** Letters with their marks, and what stands between the parts of a name. */
const VISITOR_NAME = /^[\p{L}\p{M}\p{Zs}.'’-]+$/u;

/**
 * A name that a visitor typed, for an email in the account's words. Anyone may type a name beside somebody else's address, so
 * what is not plainly a name becomes empty: no digits, links, addresses, or sentences reach that person.
 */
export const visitorName = (name: string | null): string => {
  const text = withoutDirections(name ?? '').trim();
  return VISITOR_NAME.test(text) && [...text].length <= VISITOR_NAME_LENGTH ? plainName(text) : '';
};
