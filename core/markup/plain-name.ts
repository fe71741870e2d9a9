import { onOneLine, withoutDirections } from './one-line.ts';

/** A dot before the letters of a host name, in each form that such names may have (RFC 3490), and the end of a scheme. */
const LINK_PARTS = /[.\u3002\uff0e\uff61](?=\p{L})|:(?=\/\/)/gu;

/**
 * A name that an account chose, on one line of an email: mail programs find no link in it, since an invisible character stands
 * where one would be. An account's only links are those of its page.
 */
export const plainName = (name: string): string => onOneLine(name).replace(LINK_PARTS, '$&\u200c');

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
