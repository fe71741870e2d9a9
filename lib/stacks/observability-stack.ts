import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { UPLOAD_STAGE } from '../constructs/upload-front.ts';
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

/** One line of the dashboard; with a threshold, also an alarm of that name. */
interface Watch {
  readonly name: string;
  readonly metric: IMetric;
  /** What it means when it rings, and where to look first. */
  readonly meaning?: string;
  readonly threshold?: number;
  /** Periods of the metric in a row. Default: 1. */
  readonly periods?: number;
}

const FIVE_MINUTES = Duration.minutes(5);

/** What the person on call looks at, and what wakes them. */
export class ObservabilityStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { settings, data, messaging, edge, api, ...props }: ObservabilityStackProps,
  ) {
    super(scope, id, { ...props, description: 'Anteroom: dashboard and alarms' });
    const watches = [
      ...this.watchApi(edge, api),
      ...this.watchWorker(messaging, api),
      ...this.watchChallenge(api),
      ...this.watchDatabase(data, settings),
      ...watchMail(),
    ];
    new Dashboard(this, 'Dashboard', {
      dashboardName: `anteroom-${settings.stage}`,
      defaultInterval: Duration.hours(12),
      widgets: chunk(watches, 3).map(row =>
        row.map(({ name, metric }) => new GraphWidget({ title: name, left: [metric], width: 8 })),
      ),
    });
    this.createAlarms(watches, settings);
  }

  private watchApi(
    { front, uploadFront }: EdgeStack,
    { httpFunctions, uploads, worker, mailFeedback, connector }: ApiStack,
  ): Watch[] {
    const lambdas = [...httpFunctions.values(), ...uploads.functions, worker, mailFeedback, connector.fn].map(
      fn => fn.lambda,
    );
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
        metric: new Metric({
          namespace: 'AWS/ApiGateway',
          metricName: '5XXError',
          dimensionsMap: { ApiName: uploadFront.name, Stage: UPLOAD_STAGE },
          statistic: 'Sum',
          period: FIVE_MINUTES,
        }),
        threshold: 5,
        meaning:
          'Bodies of uploads could not be staged. Look at the role of the upload API, and at the log of upload-authorizer.',
      },
      {
        name: 'Latency',
        metric: front.api.metricLatency({ period: FIVE_MINUTES, statistic: 'p99' }),
        threshold: 3_000,
        periods: 3,
        meaning:
          'One request in a hundred takes over 3 s. Look at the capacity and the locks of the database.',
      },
      ...watchAll({
        name: 'Throttles',
        metrics: lambdas.map(lambda => lambda.metricThrottles({ period: FIVE_MINUTES })),
        threshold: 1,
        meaning:
          'A function had no instance left. Compare its concurrency with what is reserved and with the account’s limit.',
      }),
      ...watchAll({
        name: 'FunctionErrors',
        metrics: lambdas.map(lambda => lambda.metricErrors({ period: FIVE_MINUTES })),
        threshold: 5,
        meaning: 'Functions failed outside their own error handling: a time-out, no memory, wrong settings.',
      }),
    ];
  }

  private watchWorker({ workerQueue, mailFeedback }: MessagingStack, { worker }: ApiStack): Watch[] {
    const refused = new MetricFilter(this, 'SenderRefusals', {
      logGroup: worker.logGroup,
      filterPattern: FilterPattern.stringValue('$.message', '=', 'sender refused'),
      metricNamespace: 'Anteroom',
      metricName: 'SenderRefused',
    });
    const parked = new MetricFilter(this, 'ParkedJobs', {
      logGroup: worker.logGroup,
      filterPattern: FilterPattern.numberValue('$.parkedInAll', '>=', 0),
      metricNamespace: 'Anteroom',
      metricName: 'OutboxParked',
      metricValue: '$.parkedInAll',
    });
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
          'Bounces or complaints could not be noted for over an hour. Mend what the log of mail-feedback says, then redrive the queue.',
      },
      {
        name: 'SenderRefused',
        metric: refused.metric({ period: FIVE_MINUTES, statistic: 'Sum' }),
        threshold: 1,
        meaning:
          'SES refuses our sender: paused, not verified, no configuration set. No email leaves; the outbox keeps them for a day.',
      },
      {
        name: 'QueueAge',
        metric: workerQueue.queue.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES }),
        threshold: 600,
        meaning: 'Wake-ups wait for over ten minutes: the worker is not running, or cannot keep up.',
      },
      {
        name: 'ParkedOutboxRows',
        metric: parked.metric({ period: FIVE_MINUTES, statistic: 'Maximum' }),
        threshold: 1,
        meaning:
          'Jobs failed for good and wait for a person. The worker’s log names each one as "outbox job parked".',
      },
    ];
  }

  /** Whom the challenge stops gets a 403, of which there are many: that it stops everybody shows nowhere else. */
  private watchChallenge({ httpFunctions }: ApiStack): Watch[] {
    const pages = httpFunctions.get('pages');
    if (!pages) return [];
    const trouble = new MetricFilter(this, 'ChallengeTrouble', {
      logGroup: pages.logGroup,
      filterPattern: FilterPattern.stringValue('$.keys', '=', 'shared'),
      metricNamespace: 'Anteroom',
      metricName: 'SharedChallengeTrouble',
      metricValue: '1',
    });
    return [
      {
        name: 'SharedChallenge',
        metric: trouble.metric({ period: FIVE_MINUTES, statistic: 'Sum' }),
        threshold: 5,
        meaning:
          'Visitors cannot join: Turnstile refuses our shared secret, or does not answer. The runbook says what to do.',
      },
    ];
  }

  private watchDatabase({ database: { cluster } }: DataStack, { preset }: DeploymentSettings): Watch[] {
    return [
      {
        name: 'DatabaseCapacity',
        metric: cluster.metricServerlessDatabaseCapacity({ period: FIVE_MINUTES, statistic: 'Maximum' }),
        threshold: preset.databaseMaxAcu,
        periods: 3,
        meaning: 'The database is at its largest allowed size. Raise databaseMaxAcu, or find what loads it.',
      },
      {
        name: 'DatabaseConnections',
        metric: cluster.metricDatabaseConnections({ period: FIVE_MINUTES, statistic: 'Maximum' }),
        // Aurora Serverless allows about 200 for each unit of its largest size, and keeps some for itself.
        threshold: Math.min(2_000, preset.databaseMaxAcu * 200) * 0.8,
        meaning:
          'The functions hold four fifths of the connections there are. Lower the reserved concurrency or raise databaseMaxAcu.',
      },
    ];
  }

  private createAlarms(watches: readonly Watch[], settings: DeploymentSettings): void {
    const topic = this.createTopic(settings);
    for (const { name, metric, meaning, threshold, periods } of watches) {
      if (threshold === undefined) continue;
      const alarm = new Alarm(this, name, {
        metric,
        threshold,
        evaluationPeriods: periods ?? 1,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
        ...(meaning && { alarmDescription: meaning }),
      });
      if (topic) alarm.addAlarmAction(new SnsAction(topic));
    }
  }

  private createTopic({ alarmEmail }: DeploymentSettings): Topic | undefined {
    if (!alarmEmail) return undefined;
    // The key that AWS manages for SNS does not let CloudWatch use it.
    const key = new Key(this, 'AlarmKey', {
      description: 'Anteroom: alarms on their way',
      enableKeyRotation: true,
    });
    key.grantEncryptDecrypt(new ServicePrincipal('cloudwatch.amazonaws.com'));
    const topic = new Topic(this, 'Alarms', { masterKey: key, enforceSSL: true });
    topic.addSubscription(new EmailSubscription(alarmEmail));
    return topic;
  }
}

/** SES reviews a sender at 5% bounces and 0.1% complaints, and may stop it at twice that. */
function watchMail(): Watch[] {
  const reputation = (metricName: string) =>
    new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Maximum', period: Duration.hours(1) });
  return [
    {
      name: 'BounceRate',
      metric: reputation('Reputation.BounceRate'),
      threshold: 0.04,
      meaning:
        'More than 4% of the emails bounce; SES stops senders at 10%. Find the waitlist that is fed bad addresses.',
    },
    {
      name: 'ComplaintRate',
      metric: reputation('Reputation.ComplaintRate'),
      threshold: 0.0008,
      meaning: 'More than 0.08% of the emails are reported as spam; SES stops senders at 0.5%.',
    },
  ];
}

/** What CloudWatch takes in the expression of one alarm. */
const METRICS_OF_AN_ALARM = 10;

/** Watches the sum of metrics, in as many alarms as that takes: `Throttles`, `Throttles2`. */
function watchAll({
  metrics,
  name,
  ...watch
}: Omit<Watch, 'metric'> & { readonly metrics: readonly IMetric[] }): Watch[] {
  return chunk(metrics, METRICS_OF_AN_ALARM).map((part, index) => ({
    ...watch,
    name: index === 0 ? name : `${name}${index + 1}`,
    metric: new MathExpression({
      label: name,
      expression: part.map((_metric, place) => `m${place}`).join(' + '),
      usingMetrics: Object.fromEntries(part.map((metric, place) => [`m${place}`, metric])),
      period: FIVE_MINUTES,
    }),
  }));
}

const chunk = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
