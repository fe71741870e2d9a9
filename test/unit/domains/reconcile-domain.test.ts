import { describe, expect, it } from '@jest/globals';
import { nextLookSeconds } from '../../../core/domains/reconcile-claim.ts';
import { judge } from '../../../core/domains/reconcile-domain.ts';

const DAY = 86_400;
const right = { configured: true, points: true, reason: null, isGone: false };
const absent = { configured: false, points: false, reason: 'Create it.', isGone: false };

describe('nextLookSeconds', () => {
  it('grows with the time elapsed, from a second to half an hour, with jitter', () => {
    expect([0, 3, 8, 20].map(age => nextLookSeconds(age, () => 0))).toEqual([1, 1, 2, 5]);
    expect(nextLookSeconds(3_600, () => 0)).toBe(900);
    expect(nextLookSeconds(3_600, () => 0.999)).toBe(1_125);
    expect(nextLookSeconds(30 * DAY, () => 0)).toBe(1_800);
    expect(nextLookSeconds(30 * DAY, () => 0.999)).toBe(2_250);
  });

  it('checks often at first, and no more than a few hundred times in a week', () => {
    let age = 1;
    let looks = 0;
    for (; age < 7 * DAY; looks++) age += nextLookSeconds(age, () => 0.5);
    expect(looks).toBeGreaterThan(100);
    expect(looks).toBeLessThan(500);
  });
});

describe('judge', () => {
  const since = (seconds: number) => ({
    state: 'verifying' as const,
    stateSince: new Date(-seconds * 1000),
    goneSince: null,
  });
  const now = new Date(0);
  const waiting = { served: false, reason: null };

  it('says what the owner must change, or what CloudFront is waiting for', () => {
    expect(judge(since(1), absent, waiting, now)).toEqual({ state: 'verifying', reason: 'Create it.' });
    expect(judge(since(1), right, waiting, now).reason).toContain('not visible everywhere');
    const issuing = { served: false, reason: 'Issuing.' };
    expect(judge(since(1), right, issuing, now).reason).toBe('Issuing.');
    expect(judge(since(1), { ...right, reason: 'CAA forbids it.' }, issuing, now).reason).toBe(
      'CAA forbids it.',
    );
  });

  it('is active when it is served, whatever DNS says', () => {
    expect(judge(since(9 * DAY), absent, { served: true, reason: null }, now)).toEqual({
      state: 'active',
      reason: null,
    });
  });

  it('gives up an active domain whose record has been gone for a week, and says so before', () => {
    const gone = { ...absent, isGone: true };
    const served = { served: true, reason: null };
    const since = (seconds: number | null) => ({
      state: 'active' as const,
      stateSince: new Date(-90 * DAY * 1000),
      goneSince: seconds === null ? null : new Date(-seconds * 1000),
    });
    for (const seconds of [null, 7 * DAY - 1]) {
      expect(judge(since(seconds), gone, served, now)).toEqual({
        state: 'active',
        reason: expect.stringContaining('Create it.'),
        isGone: true,
      });
    }
    expect(judge(since(7 * DAY + 1), gone, served, now).state).toBe('failed');
    expect(judge(since(7 * DAY + 1), right, served, now)).toEqual({ state: 'active', reason: null });
  });

  it('gives up after a week of waiting, but not on a domain that was active', () => {
    expect(judge(since(7 * DAY - 1), absent, waiting, now).state).toBe('verifying');
    expect(judge(since(7 * DAY + 1), absent, waiting, now).state).toBe('failed');
    const active = { state: 'active' as const, stateSince: new Date(-90 * DAY * 1000), goneSince: null };
    expect(judge(active, right, waiting, now).state).toBe('verifying');
  });
});
