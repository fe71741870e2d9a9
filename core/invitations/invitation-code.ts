import { createHash, createHmac } from 'node:crypto';
import { parse } from 'uuid';
import { allKeys, type DigestKey, linkKey } from '../kernel/digest-key.ts';
import { CODE_PARAMETER } from '../waitlists/invite-url.ts';

const CODE_BYTES = 16;
const CODE_FORM = /^[\w-]{22}$/;

/** The code of an invitation, 128 bits that only the holder of the key can derive from its id. */
export const invitationCode = (key: DigestKey, invitationId: string): string =>
  createHmac('sha256', linkKey(key))
    .update('invitation')
    .update(parse(invitationId))
    .digest()
    .subarray(0, CODE_BYTES)
    .toString('base64url');

/** A link may stand before it; then the first run of its characters counts, up to what no code has. */
const PASTED = new RegExp(String.raw`^(?:(?:.*[?&;])?${CODE_PARAMETER}=)?[^\w-]*([\w-]+)`, 's');

/**
 * What is kept of a code, 32 bytes.
 * @param text - the code as people paste it (contract section 4): with blanks, a full stop, or its whole link
 * @returns null if there is no code in it
 */
export function hashCode(text: string): Buffer | null {
  const code = PASTED.exec(text)?.[1] ?? '';
  return CODE_FORM.test(code) ? createHash('sha256').update(code).digest() : null;
}

/**
 * The code of an invitation, whose hash was kept when it was made: with the key of that time.
 * @returns null if none of the keys made it
 */
export const keptCode = (
  key: DigestKey,
  { id, codeHash }: { readonly id: string; readonly codeHash: Buffer },
): string | null =>
  allKeys(key)
    .map(each => invitationCode(each, id))
    .find(code => hashCode(code)?.equals(codeHash)) ?? null;

/** Where an invitation leads. The query of `inviteUrl` is kept as it is. */
export function inviteLink(inviteUrl: string, code: string): string {
  const url = new URL(inviteUrl);
  url.search = `${url.search === '' ? '?' : `${url.search}&`}${CODE_PARAMETER}=${code}`;
  return url.href;
}
