import { createCredentialFormat, hashCredential } from './credential-format.ts';

/** Prefix of every key (specification section 5). */
export const KEY_PREFIX = 'ar_live_';

/** How much of a key is displayed, so that people recognize it. */
const DISPLAYED_LENGTH = KEY_PREFIX.length + 4;

const format = createCredentialFormat(KEY_PREFIX);

/** A new key. It is shown once; only {@link hashApiKey} of it is stored. */
export const generateApiKey = (): string => format.generate();

/** Checks format and checksum, so that typos cost no query. */
export const isWellFormedApiKey = (key: string): boolean => format.isWellFormed(key);

/** The SHA-256 that a key is stored under. */
export const hashApiKey = hashCredential;

/** The part of a key that may be displayed later. */
export const apiKeyPrefix = (key: string): string => key.slice(0, DISPLAYED_LENGTH);
