import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { databaseConnections } from '../concurrency.ts';
import { Alarms } from '../constructs/alarms.ts';
import { EDGE_REGION, watchEdge } from '../constructs/edge-watches.ts';
import { MonthlyBudget } from '../constructs/monthly-budget.ts';
import { REST_STAGE, type RestFront } from '../constructs/rest-front.ts';
import { chunk, FIVE_MINUTES, ownMetric, type Watch, watchAll } from '../constructs/watch.ts';
import type { DeploymentSettings } from '../settings.ts';
import type { ApiStack } from './api-stack.ts';
import type { DataStack } from './data-stack.ts';
import type { EdgeStack } from './edge-stack.ts';
import type { MessagingStack } from './messaging-stack.ts';

interface ObservabilityStackProps extends StackProps {
  readonly settings: DeploymentSettings;
  readonly data: DataStack;
  readonly messaging: MessagingStack;
  readonly edge: EdgeStack;
  readonly api: ApiStack;
}

/** The dashboard and alarms for the person on call. */
export class ObservabilityStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { settings, data, messaging, edge, api, ...props }: ObservabilityStackProps,
  ) {
    super(scope, id, { ...props, description: 'Anteroom: dashboard and alarms' });
    const watches = [
      ...watchApi(edge, api),
      ...watchWorker(messaging, settings),
      ...watchFeatures(settings),
      ...watchDatabase(data, settings),
      ...watchMail(settings),
      watchConcurrency(settings),
    ];
    const edgeWatches = watchEdge(edge);
    new Dashboard(this, 'Dashboard', {
      // Dashboards are global, so name the region.
      dashboardName: `anteroom-${settings.stage}-${settings.region}`,
      defaultInterval: Duration.hours(12),
      widgets: chunk([...watches, ...edgeWatches], 3).map(row =>
        row.map(({ name, metric }) => new GraphWidget({ title: name, left: [metric], width: 8 })),
      ),
    });
    new Alarms(this, 'Alarms', {
      watches: settings.region === EDGE_REGION ? [...watches, ...edgeWatches] : watches,
      settings,
    });
    if (settings.alarmEmail)
      new MonthlyBudget(this, 'Budget', {
        name: `anteroom-${settings.stage}-${settings.region}`,
        usd: settings.preset.monthlyBudgetUsd,
        email: settings.alarmEmail,
      });
  }
}

const restErrors = ({ name }: RestFront) =>
  new Metric({
    namespace: 'AWS/ApiGateway',
    metricName: '5XXError',
    dimensionsMap: { ApiName: name, Stage: REST_STAGE },
    statistic: 'Sum',
    period: FIVE_MINUTES,
  });

function watchApi(
  { front, uploadFront, exportFront }: EdgeStack,
  { httpFunctions, uploads, exports, worker, mailFeedback, connector, webhookSender }: ApiStack,
): Watch[] {
  const lambdas = [
    ...httpFunctions.values(),
    ...uploads.functions,
    exports.sender,
    worker,
    mailFeedback,
    connector.fn,
    webhookSender.fn,
  ].map(fn => fn.lambda);
  return [
    { name: 'Requests', metric: front.api.metricCount({ period: FIVE_MINUTES }) },
    {
      name: 'ServerErrors',
      metric: front.api.metricServerError({ period: FIVE_MINUTES }),
      threshold: 5,
      meaning: 'Requests were answered with 5xx. Look for "request failed" in the logs of the functions.',
    },
    {
      name: 'UploadErrors',
      metric: restErrors(uploadFront),
      threshold: 5,
      meaning:
        'Uploaded bodies could not be staged. Look at the upload API’s role and the log of upload-authorizer.',
    },
    {
      name: 'ExportErrors',
      metric: restErrors(exportFront),
      threshold: 5,
      meaning: 'Exports were answered with 5xx. Look for "request failed" in the log of export.',
    },
    {
      name: 'Latency',
      metric: front.api.metricLatency({ period: FIVE_MINUTES, statistic: 'p99' }),
      threshold: 3_000,
      periods: 3,
      meaning: 'One request in a hundred takes over 3 s. Look at the capacity and the locks of the database.',
    },
    ...watchAll({
      name: 'Throttles',
      metrics: lambdas.map(lambda => lambda.metricThrottles({ period: FIVE_MINUTES })),
      threshold: 1,
      meaning:
        'A function had no free instance. Compare its concurrency with its reservation and the account’s limit.',
    }),
    ...watchAll({
      name: 'FunctionErrors',
      metrics: lambdas.map(lambda => lambda.metricErrors({ period: FIVE_MINUTES })),
      threshold: 5,
      meaning: 'Functions failed outside their own error handling: a timeout, out of memory, wrong settings.',
    }),
  ];
}

/** The worker has run on its schedule meanwhile. */
const threeRuns = ({ preset }: DeploymentSettings): Duration =>
  Duration.minutes(Math.max(15, 3 * preset.sweepMinutes));

function watchWorker({ workerQueue, mailFeedback }: MessagingStack, settings: DeploymentSettings): Watch[] {
  return [
    {
      name: 'DeadLetters',
      metric: workerQueue.deadLetters.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES }),
      threshold: 1,
      meaning: 'The worker failed five times at one wake-up. Its log says why; the sweep repeats the work.',
    },
    {
      name: 'FeedbackDeadLetters',
      metric: mailFeedback.deadLetters.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES }),
      threshold: 1,
      meaning:
        'Bounces or complaints could not be stored for over an hour. Fix what the log of mail-feedback reports, then redrive the queue.',
    },
    {
      name: 'SenderRefused',
      metric: ownMetric(settings, 'worker', 'SenderRefusals', 'Sum'),
      threshold: 1,
      meaning:
        'SES rejects our sender: paused, not verified, or no configuration set. No email is sent; the outbox keeps them for a day.',
    },
    {
      name: 'QueueAge',
      metric: workerQueue.queue.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES }),
      threshold: 600,
      meaning: 'Wake-ups have waited for over ten minutes: the worker is not running, or cannot keep up.',
    },
    {
      name: 'ParkedOutboxRows',
      metric: ownMetric(settings, 'worker', 'OutboxParked', 'Maximum'),
      threshold: 1,
      meaning:
        'Jobs have failed for a day, and are tried again once a day. The worker’s log names each one as "outbox job parked", with its cause.',
    },
    { name: 'JobsDone', metric: ownMetric(settings, 'worker', 'JobsDone', 'Sum') },
    { name: 'JobsRetried', metric: ownMetric(settings, 'worker', 'JobsRetried', 'Sum') },
    {
      name: 'OutboxOverdue',
      metric: ownMetric(settings, 'worker', 'OutboxOverdueSeconds', 'Maximum'),
      threshold: 900,
      periods: 3,
      meaning: 'Emails and other work have been due for over 15 minutes: the worker cannot keep up.',
    },
    {
      name: 'CopyFailures',
      metric: ownMetric(settings, 'worker', 'CopyFailures', 'Sum'),
      threshold: 3,
      periods: 3,
      meaning:
        'Signups do not reach customers’ databases because of an error on our side: the connector, or a secret that cannot be decrypted.',
    },
    {
      name: 'WorkerSilent',
      // Every scheduled run reports this metric, even when it is 0.
      metric: ownMetric(settings, 'worker', 'OutboxParked', 'SampleCount').with({
        period: threeRuns(settings),
      }),
      threshold: 1,
      below: true,
      meaning:
        'The worker has not finished a scheduled run for 15 minutes or three intervals, whichever is longer.',
    },
  ];
}

/** What only our own metrics show: visitors, Stripe, and owners of domains get ordinary answers. */
function watchFeatures(settings: DeploymentSettings): Watch[] {
  return [
    {
      name: 'DomainFailures',
      metric: ownMetric(settings, 'worker', 'DomainFailures', 'Sum'),
      threshold: 3,
      periods: 3,
      meaning: 'Custom domains cannot be set up or removed: CloudFront or ACM rejects the worker’s calls.',
    },
    {
      name: 'SharedChallenge',
      metric: ownMetric(settings, 'pages', 'SharedChallengeTrouble', 'Sum'),
      threshold: 5,
      meaning: 'Visitors cannot join: Turnstile rejects our shared secret, or does not respond.',
    },
    {
      name: 'PaymentTrouble',
      metric: ownMetric(settings, 'billing', 'PaymentTrouble', 'Sum'),
      threshold: 1,
      meaning: 'A customer paid but received nothing, or a payment does not match its checkout.',
    },
  ];
}

function watchDatabase({ database: { cluster } }: DataStack, { preset }: DeploymentSettings): Watch[] {
  return [
    {
      name: 'DatabaseCapacity',
      metric: cluster.metricServerlessDatabaseCapacity({ period: FIVE_MINUTES, statistic: 'Maximum' }),
      threshold: preset.databaseMaxAcu,
      periods: 3,
      meaning:
        'The database is at its maximum capacity. Raise databaseMaxAcu, or find the cause of the load.',
    },
    {
      name: 'DatabaseConnections',
      metric: cluster.metricDatabaseConnections({ period: FIVE_MINUTES, statistic: 'Maximum' }),
      threshold: databaseConnections(preset) * 0.8,
      meaning:
        'The functions use 80% of the available connections. Lower the reserved concurrency or raise databaseMaxAcu.',
    },
  ];
}

/** All functions of the AWS account share one quota: at the limit, signups are refused because another service is busy. */
function watchConcurrency({ lambdaConcurrency }: DeploymentSettings): Watch {
  return {
    name: 'AccountConcurrency',
    metric: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'ConcurrentExecutions',
      statistic: 'Maximum',
      period: FIVE_MINUTES,
    }),
    threshold: lambdaConcurrency * 0.8,
    meaning: 'The functions of this AWS account and region use 80% of its concurrent executions.',
  };
}

/** SES reviews senders at 5% bounces and 0.1% complaints, and may pause them at 10% and 0.5%. */
function watchMail(settings: DeploymentSettings): Watch[] {
  const reputation = (metricName: string) =>
    new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Maximum', period: Duration.hours(1) });
  return [
    {
      name: 'MailQuota',
      metric: ownMetric(settings, 'worker', 'MailQuotaPercent', 'Maximum').with({
        period: threeRuns(settings),
      }),
      threshold: 80,
      meaning:
        'The emails of the last 24 hours use 80% of what SES takes in that time. At 100% no email leaves.',
    },
    {
      name: 'BounceRate',
      metric: reputation('Reputation.BounceRate'),
      threshold: 0.04,
      meaning:
        'More than 4% of emails bounce; SES may pause senders at 10%. Find the waitlist that receives bad addresses.',
    },
    {
      name: 'ComplaintRate',
      metric: reputation('Reputation.ComplaintRate'),
      threshold: 0.0008,
      meaning: 'More than 0.08% of emails are reported as spam; SES may pause senders at 0.5%.',
    },
  ];
}
