import { KeyObject } from 'node:crypto';

type Key = KeyObject | Buffer;

/**
 * What keyed digests are made with. Several keys, oldest first, are those of a service whose key leaked: the first goes on
 * recognizing addresses, because the digests of people who left or stopped email cannot be made again; the last makes the
 * links and codes, which only we may make.
 */
export type DigestKey = Key | readonly Key[];

/** Between keys in settings and secrets, each in base64. */
export const DIGEST_KEY_SEPARATOR = ',';

const isKey = (key: DigestKey): key is Key => key instanceof KeyObject || Buffer.isBuffer(key);

/** All keys, newest first. */
export const allKeys = (key: DigestKey): readonly Key[] => (isKey(key) ? [key] : key.toReversed());

function required(key: Key | undefined): Key {
  if (key === undefined) throw new Error('There is no digest key');
  return key;
}

/** The key that recognizes addresses and networks. It never changes. */
export const recognitionKey = (key: DigestKey): Key => required(allKeys(key).at(-1));

/** The key that makes links and codes. */
export const linkKey = (key: DigestKey): Key => required(allKeys(key)[0]);
