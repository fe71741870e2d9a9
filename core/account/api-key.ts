import { createCredentialForm, hashCredential } from './credential-form.ts';

/** Every live key begins with this (specification section 5). */
export const KEY_PREFIX = 'ar_live_';

/** How much of a key a person is shown to recognise it by. */
const SHOWN_LENGTH = KEY_PREFIX.length + 4;

const form = createCredentialForm(KEY_PREFIX);

/** A new key. It is shown to its owner once; only {@link hashApiKey} of it is kept. */
export const generateApiKey = (): string => form.generate();

/** Whether a string can be a key at all, by form and checksum; a typing error is told without asking the database. */
export const isWellFormedApiKey = (key: string): boolean => form.isWellFormed(key);

/** SHA-256 of a key, by which it is found. */
export const hashApiKey = hashCredential;

/** The part of a key that may be shown again. */
export const apiKeyPrefix = (key: string): string => key.slice(0, SHOWN_LENGTH);
