import { onOneLine } from '../markup/one-line.ts';
import { plainName } from '../markup/plain-name.ts';
import type { EmailSender } from './email.ts';

/** Of UTF-8, so that even as base64 the whole sender stays within the 320 characters that SES takes. */
const NAME_BYTES = 120;
/** Base64 makes them 60 characters; an encoded word may have 75 (RFC 2047). */
const WORD_BYTES = 45;
/** Needs no encoding inside quotes. */
const PRINTABLE_ASCII = /^[ -~]*$/;

/** A text in pieces of at most so many bytes, none of which ends inside a character. */
function piecesOf(text: string, bytes: number): string[] {
  const pieces = [''];
  for (const character of text) {
    const last = pieces.at(-1) ?? '';
    if (Buffer.byteLength(last + character) > bytes) pieces.push(character);
    else pieces[pieces.length - 1] = last + character;
  }
  return pieces;
}

function shorten(name: string): string {
  const [start = '', ...rest] = piecesOf(name, NAME_BYTES);
  return rest.length === 0 ? name : `${start.trimEnd()}…`;
}

/** A name as a header holds it: in quotes, or as encoded words (RFC 2047) where it is not ASCII. */
function encodeName(name: string): string {
  if (PRINTABLE_ASCII.test(name)) return `"${name.replace(/["\\]/g, character => `\\${character}`)}"`;
  return piecesOf(name, WORD_BYTES)
    .map(piece => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`)
    .join(' ');
}

/**
 * The sender of a waitlist's email: its name, at our address.
 * @param from - the service's own sender, an address or `Name <address>`
 */
export function waitlistSender(from: string, waitlistName: string): string {
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  const name = shorten(plainName(onOneLine(waitlistName.toWellFormed())).trim());
  return `${encodeName(`${name} via Anteroom`)} <${address}>`;
}

/** The sender of an account as a header holds it. */
export const ownSender = ({ email, name }: EmailSender): string =>
  `${encodeName(shorten(onOneLine(name.toWellFormed()).trim()))} <${email}>`;
