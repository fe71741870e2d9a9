import { describe, expect, it } from '@jest/globals';
import {
  type DomainClaim,
  heldForMs,
  isConnected,
  isTaken,
  rivalsOf,
  toProof,
  wins,
} from '../../../core/domains/domain-claim.ts';

const DAY_MS = 86_400_000;
const now = new Date('2026-05-10T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

const claim = (id: string, more: Partial<DomainClaim> = {}): DomainClaim => ({
  id,
  waitlistId: `list-${id}`,
  state: 'verifying',
  checkedAt: null,
  stateSince: ago(1_000),
  lastActiveAt: null,
  goneSince: null,
  version: 1,
  ...more,
});

describe('a claim', () => {
  it.each<[string, Partial<DomainClaim>, number]>([
    ['was never active', {}, 0],
    ['is active', { state: 'active' }, Number.POSITIVE_INFINITY],
    ['was active a day ago', { lastActiveAt: ago(DAY_MS) }, 6 * DAY_MS],
    ['was active, and is released', { lastActiveAt: ago(DAY_MS), waitlistId: null }, 6 * DAY_MS],
    ['was active a week ago', { lastActiveAt: ago(7 * DAY_MS) }, 0],
    ['failed', { state: 'failed', lastActiveAt: ago(DAY_MS) }, 0],
  ])('that %s keeps others out for as long as it should', (_, more, ms) => {
    expect(heldForMs(claim('a', more), now)).toBe(ms);
    expect(isTaken(claim('b'), [claim('a', more), claim('b')], now)).toBe(ms > 0);
  });

  it('does not keep itself out', () => {
    const own = claim('a', { state: 'active' });
    expect(isTaken(own, [own], now)).toBe(false);
    expect(rivalsOf(own, [own])).toEqual([]);
  });

  it('competes with those that are connected and have not failed', () => {
    const others = [claim('b', { waitlistId: null }), claim('c', { state: 'failed' }), claim('d')];
    expect(others.map(isConnected)).toEqual([false, false, true]);
    expect(rivalsOf(claim('a'), [claim('a'), ...others]).map(({ id }) => id)).toEqual(['d']);
  });

  it('wins by its own TXT record, whichever is older', () => {
    const [old, young] = [claim('a', { stateSince: ago(5_000) }), claim('b')];
    const texts = ['unrelated', toProof('shop.example.com', 'b').value];
    expect(wins(young, [old], 'shop.example.com', texts)).toBe(true);
    expect(wins(old, [young], 'shop.example.com', texts)).toBe(false);
    expect(wins(old, [young], 'shop.example.com', [])).toBe(false);
  });

  it('wins by age where both records are there, and under .test', () => {
    const [old, young] = [claim('z', { stateSince: ago(5_000) }), claim('b')];
    const texts = ['z', 'b'].map(id => toProof('shop.example.com', id).value);
    expect([
      wins(old, [young], 'shop.example.com', texts),
      wins(young, [old], 'shop.example.com', texts),
    ]).toEqual([true, false]);
    expect([wins(old, [young], 'shop.test', []), wins(young, [old], 'shop.test', [])]).toEqual([true, false]);
    const twin = claim('c', { stateSince: old.stateSince });
    expect(wins(twin, [old], 'shop.test', [])).toBe(true);
    expect(wins(old, [twin], 'shop.test', [])).toBe(false);
  });
});
