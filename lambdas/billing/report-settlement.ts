import type { Logger } from '@aws-lambda-powertools/logger';
import { TROUBLE, type Trouble } from '../../core/billing/checkout-store.ts';
import type { SettlementServices } from '../../core/billing/services.ts';
import type { Metrics } from '../services/metrics.ts';

const isTrouble = (verdict: string): verdict is Trouble => (TROUBLE as readonly string[]).includes(verdict);

/** Logs the verdict on each Stripe event, and raises an alarm where a person has to look. */
export const reportSettlement =
  (logger: Logger, metrics: Metrics): SettlementServices['onApplied'] =>
  ({ kind, eventId, checkoutId }, verdict) => {
    logger.info('payment event', { kind, eventId, checkoutId, verdict });
    if (isTrouble(verdict))
      logger.error('payment needs attention', {
        kind,
        eventId,
        checkoutId,
        trouble: verdict,
        ...metrics({ PaymentTrouble: 1 }),
      });
  };
