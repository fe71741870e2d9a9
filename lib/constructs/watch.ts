import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { MetricName } from '../../lambdas/services/metrics.ts';
import type { DeploymentSettings } from '../settings.ts';

/** A line on the dashboard; with a threshold, also an alarm of that name, which has a section in the runbook. */
export interface Watch {
  readonly name: string;
  readonly metric: IMetric;
  /** The meaning of the alarm, and where to look first. */
  readonly meaning?: string;
  readonly threshold?: number;
  /** Whether the alarm fires below the threshold and when there is no data. Default: at or above it. */
  readonly below?: boolean;
  /** Consecutive periods of the metric. Default: 1. */
  readonly periods?: number;
}

export const FIVE_MINUTES = Duration.minutes(5);

/** The metric namespace of a deployment; two stages of one account stay separate. */
export const metricsNamespace = (stage: string): string => `Anteroom/${stage}`;

/** A metric that a function writes to its log (`lambdas/services/metrics.ts`). */
export const ownMetric = (
  { stage }: Pick<DeploymentSettings, 'stage'>,
  service: string,
  metricName: MetricName,
  statistic: string,
): Metric =>
  new Metric({
    namespace: metricsNamespace(stage),
    metricName,
    dimensionsMap: { service },
    statistic,
    period: FIVE_MINUTES,
  });

/** CloudWatch's limit of metrics in one alarm. */
const METRICS_OF_AN_ALARM = 10;

/** Watches the sum of metrics, in as many alarms as needed: `Throttles`, `Throttles2`. */
export function watchAll({
  metrics,
  name,
  ...watch
}: Omit<Watch, 'metric'> & { readonly metrics: readonly IMetric[] }): Watch[] {
  return chunk(metrics, METRICS_OF_AN_ALARM).map((part, index) => ({
    ...watch,
    name: index === 0 ? name : `${name}${index + 1}`,
    metric: new MathExpression({
      label: name,
      // A sum has no value where one of its metrics has none, and idle functions report nothing.
      expression: part.map((_metric, place) => `FILL(m${place}, 0)`).join(' + '),
      usingMetrics: Object.fromEntries(part.map((metric, place) => [`m${place}`, metric])),
      period: FIVE_MINUTES,
    }),
  }));
}

export const chunk = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
