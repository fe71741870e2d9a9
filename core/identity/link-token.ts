import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';
import { type DigestKey, linkKey } from '../kernel/digest-key.ts';

/** The purpose of a link: stopping email, seeing one's place, or confirming an address. A token works for one purpose only. */
export type LinkPurpose = 'stop' | 'status' | 'confirm';

const ID_BYTES = 16;
const MAC_BYTES = 16;
/** The base64url of both. */
const TOKEN_FORM = /^[\w-]{43}$/;

const macOf = (key: DigestKey, purpose: LinkPurpose, id: Uint8Array): Buffer =>
  createHmac('sha256', linkKey(key)).update(purpose).update(id).digest().subarray(0, MAC_BYTES);

/** The token of a link for one entry. It is derived from the key, and so nothing is stored. */
export function linkToken(key: DigestKey, purpose: LinkPurpose, entryId: string): string {
  const id = parse(entryId);
  return Buffer.concat([id, macOf(key, purpose, id)]).toString('base64url');
}

/** The entry id in a token; null for one that was not made with this key and purpose. */
export function readLinkToken(key: DigestKey, purpose: LinkPurpose, token: string): string | null {
  if (!TOKEN_FORM.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  // The last character has two unused bits, so that other spellings of it decode alike.
  if (bytes.toString('base64url') !== token) return null;
  const id = bytes.subarray(0, ID_BYTES);
  if (!timingSafeEqual(bytes.subarray(ID_BYTES), macOf(key, purpose, id))) return null;
  return stringify(id);
}
