import { Aws } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { DeploymentSettings } from '../settings.ts';
import type { Watch } from './watch.ts';

export interface AlarmsProps {
  readonly watches: readonly Watch[];
  readonly settings: Pick<DeploymentSettings, 'alarmEmail'>;
}

/** An alarm for each watch with a threshold, and the topic that tells the operator when one starts and when it is over. */
export class Alarms extends Construct {
  constructor(scope: Construct, id: string, { watches, settings }: AlarmsProps) {
    super(scope, id);
    const topic = this.createTopic(settings.alarmEmail);
    for (const { name, metric, meaning, threshold, below, periods } of watches) {
      if (threshold === undefined) continue;
      const alarm = new Alarm(this, name, {
        metric,
        threshold,
        evaluationPeriods: periods ?? 1,
        comparisonOperator: below
          ? ComparisonOperator.LESS_THAN_THRESHOLD
          : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: below ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
        alarmDescription: `${name.replace(/\d+$/, '')}: ${meaning} See docs/runbook.md.`,
      });
      if (!topic) continue;
      alarm.addAlarmAction(new SnsAction(topic));
      alarm.addOkAction(new SnsAction(topic));
    }
  }

  private createTopic(alarmEmail: string | undefined): Topic | undefined {
    if (!alarmEmail) return undefined;
    // CloudWatch cannot use the AWS managed key for SNS.
    const key = new Key(this, 'Key', {
      description: 'Anteroom: alarm notifications',
      enableKeyRotation: true,
    });
    key.grantEncryptDecrypt(new ServicePrincipal('cloudwatch.amazonaws.com'));
    const topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true });
    // Enforcing TLS replaces the default policy, which lets the account's alarms publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );
    topic.addSubscription(new EmailSubscription(alarmEmail));
    return topic;
  }
}
