import { CfnOutput, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { ConfigurationSet, EmailIdentity, Identity, SuppressionReasons } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { DeploymentSettings } from '../settings.ts';
import type { ApiFunction } from './api-function.ts';

/** Marks the identities that the service creates. */
const TAG = 'anteroom-stage';

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
    // In the sandbox, where every new account begins, SES asks for the right to the recipient's identity as well.
    const identities =
      stage === 'production'
        ? [this.arn('identity', sender.domain), this.arn('identity', sender.address)]
        : [this.arn('identity', '*')];
    fn.role.addToPolicy(
      new PolicyStatement({
        actions: ['ses:SendEmail'],
        resources: [...identities, this.arn('configuration-set', this.configurationSet.configurationSetName)],
        conditions: { StringEquals: { 'ses:FromAddress': sender.address } },
      }),
    );
    if (stage !== 'production') {
      this.acknowledgeIdentities(
        fn,
        'The SES sandbox also authorizes the recipient’s identity; the condition on the sender covers both.',
      );
    }
    fn.setVariable('EMAIL_FROM', sender.from);
    fn.setVariable('EMAIL_CONFIGURATION_SET', this.configurationSet.configurationSetName);
  }

  /** Lets a function set up the identities of accounts' senders: only those that this deployment creates. */
  grantClaimSenders(fn: ApiFunction): void {
    this.manageIdentities(fn, ['ses:PutEmailIdentityMailFromAttributes']);
  }

  /** Lets a function set up and remove them, and send from them: as nobody of our own domain. */
  grantReconcileSenders(fn: ApiFunction): void {
    this.manageIdentities(fn, ['ses:PutEmailIdentityMailFromAttributes', 'ses:DeleteEmailIdentity']);
    const { domain } = this.#props.sender;
    fn.role.addToPolicy(
      new PolicyStatement({
        actions: ['ses:SendEmail'],
        resources: [
          this.arn('identity', '*'),
          this.arn('configuration-set', this.configurationSet.configurationSetName),
        ],
        // IAM knows no tag of an identity that sends.
        conditions: { StringNotLike: { 'ses:FromAddress': [`*@${domain}`, `*@*.${domain}`] } },
      }),
    );
  }

  private manageIdentities(fn: ApiFunction, changes: readonly string[]): void {
    const { stage } = this.#props;
    const resources = [this.arn('identity', '*')];
    const statements = [
      // It is read before it exists, when it has no tag yet.
      new PolicyStatement({ actions: ['ses:GetEmailIdentity'], resources }),
      new PolicyStatement({
        actions: ['ses:CreateEmailIdentity', 'ses:TagResource'],
        resources,
        conditions: { StringEquals: { [`aws:RequestTag/${TAG}`]: stage } },
      }),
      new PolicyStatement({
        actions: [...changes],
        resources,
        conditions: { StringEquals: { [`aws:ResourceTag/${TAG}`]: stage } },
      }),
    ];
    for (const statement of statements) fn.role.addToPolicy(statement);
    fn.setVariable('SENDERS_TAG', `${TAG}=${stage}`);
    this.acknowledgeIdentities(
      fn,
      'Accounts name the domains that they send from; only identities with the tag of this deployment may be changed.',
    );
  }

  private arn(resource: string, resourceName: string): string {
    return Stack.of(this).formatArn({ service: 'ses', resource, resourceName });
  }

  private acknowledgeIdentities(fn: ApiFunction, reason: string): void {
    const { partition, region } = Stack.of(this);
    Validations.of(fn).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:${partition}:ses:${region}:<AWS::AccountId>:identity/*]`,
      reason,
    });
  }

  /** Lets a function read how much email SES takes. The action has no resource that a policy could name. */
  grantReadQuota(fn: ApiFunction): void {
    fn.role.addToPolicy(new PolicyStatement({ actions: ['ses:GetAccount'], resources: ['*'] }));
  }
}
