import { describe, expect, it } from '@jest/globals';
import { canReuse } from '../../../core/billing/reuse-checkout.ts';

const now = new Date('2026-05-02T00:00:00Z');
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
const terms = { live: true, amountCents: 4_900, currency: 'usd' };
const request = { ...terms, accountId: 'a', product: 'pro', waitlistId: null } as const;

describe('an open checkout', () => {
  it.each([
    [true, 'is new', {}],
    [true, 'is almost 22 hours old', { createdAt: hoursAgo(21.99) }],
    [false, 'has a page that soon expires', { createdAt: hoursAgo(22) }],
    [false, 'is in another mode', { live: false }],
    [false, 'has another price', { amountCents: 5_900 }],
    [false, 'has another currency', { currency: 'eur' }],
  ])('can be used again: %s, when it %s', (expected, _, changes) => {
    expect(canReuse({ ...terms, createdAt: now, ...changes }, request, now)).toBe(expected);
  });
});
