import { expect, it } from '@jest/globals';
import { webhookRetrySeconds } from '../../../core/outbox/retry.ts';
import { isAccepted, isGivenUp } from '../../../core/webhooks/receiver.ts';
import { verifies } from '../../support/verifies.ts';

it(`Attempts are 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, and 24 h apart${verifies('webhooks.retries')}`, () => {
  const hours = (count: number) => count * 3_600;
  const pauses = [5, 300, 1_800, hours(2), hours(5), hours(10), hours(14), hours(20), hours(24), null];
  expect(pauses.map((_, index) => webhookRetrySeconds(index + 1))).toEqual(pauses);
});

it.each([
  [1, '120', 120],
  [1, '1', 5],
  [1, '64.57', 65],
  [3, '60', 1_800],
  [1, '86401', 86_400],
  [1, '9'.repeat(400), 86_400],
  [1, 'Wed, 01 Jul 2026 01:00:00 GMT', 3_600],
  [1, 'Tue, 30 Jun 2026 23:00:00 GMT', 5],
  [1, 'Fri, 01 Jan 2100 00:00:00 GMT', 86_400],
  [1, 'soon', 5],
  [1, '-60', 5],
  [10, '60', null],
])(
  `After attempt %i and Retry-After: %s, the next is in %s s${verifies('webhooks.retry-after')}`,
  (attempts, value, seconds) => {
    expect(webhookRetrySeconds(attempts, value, Date.parse('2026-07-01T00:00:00Z'))).toBe(seconds);
  },
);

it(`Only a 2xx is accepted${verifies('webhooks.retries')}`, () => {
  const statuses = [100, 199, 200, 204, 299, 300, 304, 404, 500];
  expect(statuses.filter(isAccepted)).toEqual([200, 204, 299]);
});

it(`A webhook is given up five days after its first failure${verifies('webhooks.disabled')}`, () => {
  const since = new Date('2026-07-01T00:00:00Z');
  const days = 5 * 86_400_000;
  expect(isGivenUp(null, since.getTime() + days)).toBe(false);
  expect(isGivenUp(since, since.getTime() + days - 1)).toBe(false);
  expect(isGivenUp(since, since.getTime() + days)).toBe(true);
});
