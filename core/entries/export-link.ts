import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { type DigestKey, linkKey } from '../kernel/digest-key.ts';
import { SentFilter } from './entry-filter.ts';
import { ENTRY_SORTS } from './entry-store.ts';

/** How long the link to an export works (beyond 11). */
export const EXPORT_MINUTES = 15;

/** Characters of a token: API Gateway takes request lines of 10 KB. */
export const TOKEN_MAX = 6_000;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a link exports. Sealed, because a filter may name a person, and nothing is stored. */
const SealedExport = z.object({
  accountId: z.uuid(),
  waitlistId: z.uuid(),
  filter: z.custom<SentFilter>(value => SentFilter().safeParse(value).success),
  sort: z.enum(ENTRY_SORTS),
  /** Milliseconds since 1970. */
  expiresAt: z.int(),
});
export type SealedExport = z.output<typeof SealedExport>;

const keyOf = (key: DigestKey): Buffer =>
  Buffer.from(hkdfSync('sha256', linkKey(key), '', 'anteroom export link', 32));

/** The token of the link: nonce, tag, ciphertext. */
export function exportToken(key: DigestKey, sealed: SealedExport): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(key), nonce, { authTagLength: TAG_BYTES });
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(sealed), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url');
}

/** What a token exports; null if it is not ours, or has expired. */
export function readExportToken(key: DigestKey, token: string, now = Date.now()): SealedExport | null {
  try {
    const bytes = Buffer.from(token, 'base64url');
    // Several last characters decode to the same bytes: only one is ours.
    if (bytes.toString('base64url') !== token) return null;
    const decipher = createDecipheriv(CIPHER, keyOf(key), bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)).toString('utf8');
    const sealed = SealedExport.parse(JSON.parse(text + decipher.final('utf8')));
    return sealed.expiresAt > now ? sealed : null;
  } catch {
    return null;
  }
}
