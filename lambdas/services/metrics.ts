import type { metrics } from '../../settings/needs.ts';
import type { Settings } from '../../settings/read-settings.ts';

/** All metrics of the functions, by CloudWatch name. The operator's dashboard describes them (`lib/`). */
export type MetricName =
  | 'CopyFailures'
  | 'DomainFailures'
  | 'JobsDone'
  | 'JobsParked'
  | 'JobsRetried'
  | 'MailQuotaPercent'
  | 'OutboxOverdueSeconds'
  | 'OutboxParked'
  | 'PaymentTrouble'
  | 'SenderRefusals'
  | 'SharedChallengeTrouble';

/** Returns log fields that CloudWatch reads as metrics. */
export type Metrics = (values: Partial<Record<MetricName, number>>) => Record<string, unknown>;

/**
 * Metrics in the log (CloudWatch's embedded metric format): no call and no waiting. The only dimension is
 * the function, which the logger adds as `service`.
 */
export function createMetrics({ METRICS_NAMESPACE: namespace }: Settings<typeof metrics>): Metrics {
  if (namespace === undefined) return () => ({});
  return values => ({
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        {
          Namespace: namespace,
          Dimensions: [['service']],
          Metrics: Object.keys(values).map(Name => ({ Name })),
        },
      ],
    },
    ...values,
  });
}
