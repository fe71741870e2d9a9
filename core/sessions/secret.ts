import { createHash, createHmac, type KeyObject, randomBytes, randomInt } from 'node:crypto';

/** 256 random bits in 43 characters that need no encoding in a url or a cookie. */
export const generateSecret = (): string => randomBytes(32).toString('base64url');

/** Whether a text can be such a secret at all. */
export const isSecretForm = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** SHA-256, by which a secret is stored and found. With 256 random bits a slow hash would add nothing. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Six digits, each as likely as the others. */
export const generateCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** What is kept of a code: keyed, and of one attempt only. */
export const digestCode = (key: KeyObject | Buffer, attemptId: string, code: string): Buffer =>
  createHmac('sha256', key).update(`sign-in:${attemptId}:${code}`).digest();
