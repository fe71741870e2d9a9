import { domainToASCII } from 'node:url';
import * as z from 'zod';
import { trimInvisible } from '../kernel/blank.ts';

/** Of a whole address. */
const MAX_LENGTH = 254;

/** Far more than an address and what is pasted around it. */
const READ_LENGTH = 1_000;

/**
 * An address as browsers send it: without invisible characters around it, and with an internationalized domain in Punycode.
 * Anything else stays as it is.
 */
export function readEmail(text: string): string {
  const typed = trimInvisible(text);
  const at = typed.lastIndexOf('@');
  const domain = typed.slice(at + 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  if (at === -1 || /^[\x00-\x7f]*$/.test(domain)) return typed;
  return `${typed.slice(0, at)}@${domainToASCII(domain)}`;
}

/**
 * A single email address, exactly what `<input type=email>` accepts (contract 4). It is plain ASCII, and nothing in it can add a
 * recipient or a header.
 */
export const EmailAddress = z
  .string()
  .max(READ_LENGTH, `must be at most ${MAX_LENGTH} characters`)
  .transform(readEmail)
  .pipe(
    z
      .string()
      .max(MAX_LENGTH, { error: `must be at most ${MAX_LENGTH} characters`, abort: true })
      .regex(z.regexes.html5Email, 'must be an email address, like name@example.com'),
  );
