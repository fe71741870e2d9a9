import { describe, expect, it } from '@jest/globals';
import { cacheRecent } from '../../../core/kernel/cache-recent.ts';

describe('cacheRecent', () => {
  it('computes a result once, and evicts the least recently used', () => {
    const computed: string[] = [];
    const cached = cacheRecent(2, text => {
      computed.push(text);
      return text.toUpperCase();
    });
    const computedFor = (...texts: string[]) => {
      computed.length = 0;
      for (const text of texts) expect(cached(text)).toBe(text.toUpperCase());
      return computed;
    };
    expect(computedFor('a', 'a', 'b', 'a', 'b', 'a')).toEqual(['a', 'b']);
    // `b` is evicted for `c`, because `a` was used more recently.
    expect(computedFor('c', 'a', 'c')).toEqual(['c']);
    expect(computedFor('b')).toEqual(['b']);
    expect(computedFor('c', 'b')).toEqual([]);
    expect(computedFor('a', 'b')).toEqual(['a']);
  });

  it('also caches a result that is nothing', () => {
    let runs = 0;
    const cached = cacheRecent(2, () => {
      runs += 1;
      return null;
    });
    expect([cached('x'), cached('x'), runs]).toEqual([null, null, 1]);
  });
});
