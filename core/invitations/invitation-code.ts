import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { parse } from 'uuid';
import { CODE_PARAMETER } from '../waitlists/invite-url.ts';

const CODE_BYTES = 16;
const CODE_FORM = /^[\w-]{22}$/;

/** The code of an invitation, 128 bits that only the holder of the key can derive from its id. */
export const invitationCode = (key: KeyObject | Buffer, invitationId: string): string =>
  createHmac('sha256', key)
    .update('invitation')
    .update(parse(invitationId))
    .digest()
    .subarray(0, CODE_BYTES)
    .toString('base64url');

/** What is kept of a code, 32 bytes. Null for a text that is no code. */
export const hashCode = (code: string): Buffer | null =>
  CODE_FORM.test(code) ? createHash('sha256').update(code).digest() : null;

/** Where an invitation leads. The query of `inviteUrl` is kept as it is. */
export function inviteLink(inviteUrl: string, code: string): string {
  const url = new URL(inviteUrl);
  url.search = `${url.search === '' ? '?' : `${url.search}&`}${CODE_PARAMETER}=${code}`;
  return url.href;
}
