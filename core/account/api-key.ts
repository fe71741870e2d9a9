import { createCredentialForm, hashCredential } from './credential-form.ts';

/** Prefix of every key (specification section 5). */
export const KEY_PREFIX = 'ar_live_';

/** How much of a key people see to recognize it. */
const SHOWN_LENGTH = KEY_PREFIX.length + 4;

const form = createCredentialForm(KEY_PREFIX);

/** A new key. It is shown once; only {@link hashApiKey} of it is stored. */
export const generateApiKey = (): string => form.generate();

/** Checks form and checksum, so that typos cost no query. */
export const isWellFormedApiKey = (key: string): boolean => form.isWellFormed(key);

/** The SHA-256 that a key is stored under. */
export const hashApiKey = hashCredential;

/** The part of a key that may be shown later. */
export const apiKeyPrefix = (key: string): string => key.slice(0, SHOWN_LENGTH);
