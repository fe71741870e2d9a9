import { createHash } from 'node:crypto';
import { guardLoops } from './guard-loops.ts';

/**
 * A function that guards page code and remembers the last `size` results, since a page is rendered far more often
 * than its code changes. The key is the SHA-256 of the code, so two waitlists on the default template share one entry.
 *
 * @param size how many results to keep; each is at most a few hundred KB
 * @param guard what makes a result
 */
export function createGuardedCodeCache(size = 64, guard = guardLoops): (code: string) => string {
  const kept = new Map<string, string>();
  return code => {
    const key = createHash('sha256').update(code).digest('base64');
    const guarded = kept.get(key) ?? guard(code);
    // A Map keeps insertion order: put back last what was just used, and the first key is the one to drop.
    kept.delete(key);
    kept.set(key, guarded);
    const oldest = kept.keys().next().value;
    if (kept.size > size && oldest !== undefined) kept.delete(oldest);
    return guarded;
  };
}
