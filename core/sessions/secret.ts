import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import { type DigestKey, linkKey } from '../kernel/digest-key.ts';

/** 256 random bits as 43 characters that are safe in URLs and cookies. */
export const generateSecret = (): string => randomBytes(32).toString('base64url');

/** Whether a text has the format of such a secret. */
export const isSecretForm = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** The SHA-256 that a secret is stored under. With 256 random bits, a slow hash would add nothing. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Six random digits. */
export const generateCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** The stored hash of a code: keyed, and bound to one attempt. */
export const digestCode = (key: DigestKey, attemptId: string, code: string): Buffer =>
  createHmac('sha256', linkKey(key)).update(`sign-in:${attemptId}:${code}`).digest();
