import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { EdgeStack } from '../stacks/edge-stack.ts';
import { FIVE_MINUTES, type Watch, watchAll } from './watch.ts';

/** Where CloudFront reports, for all its locations together. Alarms must be in the region of their metrics. */
export const EDGE_REGION = 'us-east-1';

const edgeMetric = ({ distributionId }: IDistribution, metricName: string, statistic: string): Metric =>
  new Metric({
    namespace: 'AWS/CloudFront',
    metricName,
    dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
    statistic,
    period: FIVE_MINUTES,
    region: EDGE_REGION,
  });

/** Alarms on errors that visitors see, whichever part behind CloudFront fails. */
export function watchEdge({ site, domains }: EdgeStack): Watch[] {
  return [
    ...[site, domains].map(({ distribution }, index) => ({
      name: index === 0 ? 'EdgeErrors' : `EdgeErrors${index + 1}`,
      metric: edgeMetric(distribution, '5xxErrorRate', 'Average'),
      threshold: 5,
      periods: 3,
      meaning:
        'CloudFront answered 5% of requests with 5xx for 15 minutes: our functions, or the way to them.',
    })),
    ...watchAll({
      name: 'EdgeFunctionErrors',
      metrics: ['LambdaExecutionError', 'LambdaValidationError', 'LambdaLimitExceededErrors'].map(name =>
        edgeMetric(site.distribution, name, 'Sum'),
      ),
      threshold: 5,
      meaning: 'Functions at CloudFront failed, so the API or uploads were answered with 502 or 503.',
    }),
  ];
}
