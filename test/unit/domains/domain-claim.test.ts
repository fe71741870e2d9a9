import { describe, expect, it } from '@jest/globals';
import {
  type DomainClaim,
  heldForMs,
  isConnected,
  isTaken,
  rivalsOf,
  wins,
} from '../../../core/domains/domain-claim.ts';

const DAY_MS = 86_400_000;
const now = new Date('2026-05-10T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

const claim = (id: string, more: Partial<DomainClaim> = {}): DomainClaim => ({
  id,
  accountId: `account-${id}`,
  isWanted: true,
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
    ['was active, and is released', { lastActiveAt: ago(DAY_MS), isWanted: false }, 6 * DAY_MS],
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
    const others = [claim('b', { isWanted: false }), claim('c', { state: 'failed' }), claim('d')];
    expect(others.map(isConnected)).toEqual([false, false, true]);
    expect(rivalsOf(claim('a'), [claim('a'), ...others]).map(({ id }) => id)).toEqual(['d']);
  });

  const proven =
    (...ids: readonly string[]) =>
    ({ id }: DomainClaim) =>
      ids.includes(id);

  it('wins by its own TXT record, whichever is older', () => {
    const [old, young] = [claim('a', { stateSince: ago(5_000) }), claim('b')];
    expect(wins(young, [old], proven('b'))).toBe(true);
    expect(wins(old, [young], proven('b'))).toBe(false);
    expect(wins(old, [young], proven())).toBe(false);
  });

  it('wins by age where both records are there', () => {
    const [old, young] = [claim('z', { stateSince: ago(5_000) }), claim('b')];
    expect([wins(old, [young], proven('z', 'b')), wins(young, [old], proven('z', 'b'))]).toEqual([
      true,
      false,
    ]);
    const twin = claim('c', { stateSince: old.stateSince });
    expect(wins(twin, [old], proven('z', 'c'))).toBe(true);
    expect(wins(old, [twin], proven('z', 'c'))).toBe(false);
  });
});
