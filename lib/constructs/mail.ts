import { CfnOutput, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { ConfigurationSet, EmailIdentity, Identity, SuppressionReasons } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { DeploymentSettings } from '../settings.ts';
import type { ApiFunction } from './api-function.ts';

type MailProps = Pick<DeploymentSettings, 'sender' | 'senderIdentity' | 'stage'>;

/**
 * The domain of the return path (MAIL FROM). As part of the sender's domain it aligns with it, so that SPF counts for
 * DMARC. Until its records exist, SES uses its own.
 */
const returnDomain = ({ domain }: MailProps['sender']): string => `bounce.${domain}`;

/** How confirmation emails leave: the verified sender, and the rules for all that it sends. */
export class Mail extends Construct {
  readonly configurationSet: ConfigurationSet;
  readonly #props: MailProps;

  constructor(scope: Construct, id: string, props: MailProps) {
    super(scope, id);
    this.#props = props;
    this.configurationSet = new ConfigurationSet(this, 'Configuration', {
      // SES also suppresses addresses that bounced or complained, independent of our own list.
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      reputationMetrics: true,
    });
    const { sender, senderIdentity } = props;
    if (senderIdentity !== 'existing') {
      const identity = new EmailIdentity(this, 'Sender', {
        identity:
          senderIdentity === 'domain' ? Identity.domain(sender.domain) : Identity.email(sender.address),
        configurationSet: this.configurationSet,
        ...(senderIdentity === 'domain' && { mailFromDomain: returnDomain(sender) }),
      });
      if (senderIdentity === 'domain') this.showRecords(identity);
    }
  }

  /** Outputs the DNS records of the sender's domain: three prove it, and two let bounces return to it. */
  private showRecords(identity: EmailIdentity): void {
    const { sender } = this.#props;
    const records = [
      ...identity.dkimRecords.map(({ name, value }) => `${name} CNAME ${value}`),
      `${returnDomain(sender)} MX 10 feedback-smtp.${Stack.of(this).region}.amazonses.com`,
      `${returnDomain(sender)} TXT "v=spf1 include:amazonses.com ~all"`,
    ];
    for (const [index, value] of records.entries())
      new CfnOutput(this, `SenderRecord${index + 1}`, { value });
  }

  /** Lets a function send email, from our sender only. */
  grantSend(fn: ApiFunction): void {
    const { sender, stage } = this.#props;
    const { partition, region } = Stack.of(this);
    const arn = (resource: string, resourceName: string) =>
      Stack.of(this).formatArn({ service: 'ses', resource, resourceName });
    // In the sandbox, where every new account begins, SES asks for the right to the recipient's identity as well.
    const identities =
      stage === 'production'
        ? [arn('identity', sender.domain), arn('identity', sender.address)]
        : [arn('identity', '*')];
    fn.role.addToPolicy(
      new PolicyStatement({
        actions: ['ses:SendEmail'],
        resources: [...identities, arn('configuration-set', this.configurationSet.configurationSetName)],
        conditions: { StringEquals: { 'ses:FromAddress': sender.address } },
      }),
    );
    if (stage !== 'production') {
      Validations.of(fn).acknowledge({
        id: `AwsSolutions-IAM5[Resource::arn:${partition}:ses:${region}:<AWS::AccountId>:identity/*]`,
        reason:
          'The SES sandbox also authorizes the recipient’s identity; the condition on the sender covers both.',
      });
    }
    fn.setVariable('EMAIL_FROM', sender.from);
    fn.setVariable('EMAIL_CONFIGURATION_SET', this.configurationSet.configurationSetName);
  }

  /** Lets a function read how much email SES takes. The action has no resource that a policy could name. */
  grantReadQuota(fn: ApiFunction): void {
    fn.role.addToPolicy(new PolicyStatement({ actions: ['ses:GetAccount'], resources: ['*'] }));
  }
}
