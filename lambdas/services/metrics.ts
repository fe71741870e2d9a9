import type { metrics } from '../../settings/needs.ts';
import type { Settings } from '../../settings/read-settings.ts';

/** Every metric of the functions, by its name in CloudWatch. What it says is told on the dashboard (`lib/`). */
export type MetricName =
  | 'DeliveryFailures'
  | 'DomainFailures'
  | 'JobsDone'
  | 'JobsParked'
  | 'JobsRetried'
  | 'OutboxOverdueSeconds'
  | 'OutboxParked'
  | 'PaymentTrouble'
  | 'SenderRefusals'
  | 'SharedChallengeTrouble';

/** What a log line says as metrics besides: members to be added to it. */
export type Metrics = (values: Partial<Record<MetricName, number>>) => Record<string, unknown>;

/**
 * Metrics in the log (CloudWatch's embedded metric format): CloudWatch makes them of the lines as they arrive, so a
 * function asks nobody and waits for nothing. Their one dimension is the function, which each
 * line of the logger names as `service`.
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
