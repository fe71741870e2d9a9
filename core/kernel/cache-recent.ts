import { createHash } from 'node:crypto';

/**
 * Caches the last `size` results of a function of a text: pages are rendered far more often than they change. Keyed by the
 * SHA-256 of the text.
 */
export function cacheRecent<Result>(
  size: number,
  compute: (text: string) => Result,
): (text: string) => Result {
  const kept = new Map<string, { readonly result: Result }>();
  return text => {
    const key = createHash('sha256').update(text).digest('base64');
    const entry = kept.get(key) ?? { result: compute(text) };
    // A Map keeps insertion order: reinsert what was used, and the first key is the oldest.
    kept.delete(key);
    kept.set(key, entry);
    const oldest = kept.keys().next().value;
    if (kept.size > size && oldest !== undefined) kept.delete(oldest);
    return entry.result;
  };
}
