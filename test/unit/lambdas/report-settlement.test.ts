import { describe, expect, it } from '@jest/globals';
import { TROUBLE } from '../../../core/billing/checkout-store.ts';
import { reportSettlement } from '../../../lambdas/billing/report-settlement.ts';
import { createMetrics } from '../../../lambdas/services/metrics.ts';

describe('the report of Stripe events', () => {
  const lines: [string, string, Record<string, unknown>][] = [];
  const write = (level: string) => (message: string, more: Record<string, unknown>) =>
    lines.push([level, message, more]);
  const logger = { info: write('info'), error: write('error') };
  const report = reportSettlement(logger as never, createMetrics({ METRICS_NAMESPACE: 'Anteroom/test' }));
  const event = {
    kind: 'closed',
    eventId: 'evt_1',
    checkoutId: 'c',
    live: false,
    sessionId: 'cs_1',
  } as const;

  it('has a line for each event, and a metric for those that need a person', () => {
    report(event, 'granted');
    expect(lines.splice(0)).toEqual([
      ['info', 'payment event', { kind: 'closed', eventId: 'evt_1', checkoutId: 'c', verdict: 'granted' }],
    ]);
    for (const trouble of TROUBLE) {
      report(event, trouble);
      const [, ringing] = lines.splice(0);
      expect(ringing).toEqual([
        'error',
        'payment needs attention',
        expect.objectContaining({ trouble, PaymentTrouble: 1, _aws: expect.any(Object) }),
      ]);
    }
  });
});
