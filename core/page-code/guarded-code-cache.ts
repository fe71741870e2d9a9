import { createHash } from 'node:crypto';
import { guardLoops } from './guard-loops.ts';

/**
 * Guards page code and caches the last `size` results: pages are rendered far more often than they change.
 * Keyed by the SHA-256 of the code, so that the default template is cached once.
 *
 * @param size - results to keep, each at most a few hundred KB
 * @param guard - computes a result
 */
export function createGuardedCodeCache(size = 64, guard = guardLoops): (code: string) => string {
  const kept = new Map<string, string>();
  return code => {
    const key = createHash('sha256').update(code).digest('base64');
    const guarded = kept.get(key) ?? guard(code);
    // A Map keeps insertion order: reinsert what was used, and the first key is the oldest.
    kept.delete(key);
    kept.set(key, guarded);
    const oldest = kept.keys().next().value;
    if (kept.size > size && oldest !== undefined) kept.delete(oldest);
    return guarded;
  };
}
