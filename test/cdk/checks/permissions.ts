import { describe, expect, it } from '@jest/globals';
import {
  allowed,
  type Data,
  type FoundResource,
  list,
  nameOf,
  ownFunctions,
  resources,
  type Synthesized,
  target,
} from '../assembly.ts';

/** Whether a role belongs to one of our functions, not to CDK's or API Gateway. */
const isOfOurFunction = ({ stack, id, Properties }: FoundResource): boolean =>
  stack === 'Api' &&
  !/^(AWSCDK|CustomS3)/.test(id) &&
  JSON.stringify(Properties.AssumeRolePolicyDocument).includes('lambda.amazonaws.com');

/** Who may do what, and that nobody else can. */
export function checkPermissions(synthesized: Synthesized): void {
  describe('permissions', () => {
    it('allow no wildcard actions, and no wildcard resources for actions that can name one', () => {
      const withoutResource =
        /^(xray:Put\w+|ec2:(Create|Delete|Describe)NetworkInterfaces?|ec2:DescribeSubnets|ec2:(Una|A)ssignPrivateIpAddresses|cloudfront:CreateDistributionTenant|acm:RequestCertificate|ses:GetAccount)$/;
      for (const each of synthesized.both()) {
        for (const { policy, Action, Resource } of allowed(each)) {
          const everything = list(Resource).includes('*');
          for (const action of list(Action)) {
            expect(`${policy} ${action}`).not.toMatch(/ \*$|:\*$/);
            if (everything) expect(action).toMatch(withoutResource);
          }
        }
      }
    });

    it('give our functions no managed policy', () => {
      const roles = resources(synthesized.development, 'AWS::IAM::Role').filter(isOfOurFunction);
      expect(roles).toHaveLength(ownFunctions(synthesized.development).length);
      for (const { Properties } of roles) expect(Properties.ManagedPolicyArns).toBeUndefined();
    });

    it('let the connector, outside the VPC, only write its log', () => {
      for (const each of synthesized.both()) {
        const policies = allowed(each).filter(({ policy }) =>
          policy.startsWith('ConnectorDatabaseConnectorRole'),
        );
        const actions = policies.flatMap(({ Action }) => list(Action));
        expect(actions.filter(action => action !== 'sts:AssumeRole').sort()).toEqual([
          'logs:CreateLogStream',
          'logs:PutLogEvents',
          'xray:PutTelemetryRecords',
          'xray:PutTraceSegments',
        ]);
        const connector = ownFunctions(each).find(one => nameOf(one) === 'database-connector');
        expect(connector?.Properties.VpcConfig).toBeUndefined();
        expect(Object.keys(connector?.Properties.Environment.Variables)).toEqual(['NODE_EXTRA_CA_CERTS']);
        expect(connector?.Properties.Timeout).toBeLessThanOrEqual(15);
      }
    });

    it('let the sender of webhooks, outside the VPC, only write its log', () => {
      for (const each of synthesized.both()) {
        const policies = allowed(each).filter(({ policy }) => policy.startsWith('SenderWebhookSenderRole'));
        const actions = policies.flatMap(({ Action }) => list(Action));
        expect(actions.filter(action => action !== 'sts:AssumeRole').sort()).toEqual([
          'logs:CreateLogStream',
          'logs:PutLogEvents',
          'xray:PutTelemetryRecords',
          'xray:PutTraceSegments',
        ]);
        const sender = ownFunctions(each).find(one => nameOf(one) === 'webhook-sender');
        expect(sender?.Properties.VpcConfig).toBeUndefined();
        expect(sender?.Properties.Environment?.Variables ?? {}).toEqual({});
        // Longer than the 15 s of a call, and shorter than the worker waits.
        expect(sender?.Properties.Timeout).toBe(17);
      }
    });

    it('let functions invoke only the connector and the sender of webhooks, and only their latest versions', () => {
      const invoked = ownFunctions(synthesized.development)
        .filter(one => ['database-connector', 'webhook-sender'].includes(nameOf(one)))
        .map(({ id }) => ({ 'Fn::GetAtt': [id, 'Arn'] }));
      expect(invoked).toHaveLength(2);
      const latest = invoked.flatMap(arn => [arn, { 'Fn::Join': ['', [arn, ':$LATEST']] }]);
      const ours = allowed(synthesized.development).filter(
        ({ policy, Action }) =>
          // The edge function's is checked with the uploads that it answers.
          list(Action).includes('lambda:InvokeFunction') && !/^AWSCDK|UploadAnswer/.test(policy),
      );
      expect(latest).toEqual(expect.arrayContaining(ours.flatMap(({ Resource }) => list(Resource))));
      const senders = ours.filter(({ Resource }) => JSON.stringify(Resource).includes('WebhookSender'));
      expect(senders.map(({ policy }) => policy.replace(/Role.*/, ''))).toEqual(['Worker']);
    });

    it('let only the migrations read the master user’s secret, and only functions that queue work send wake-ups', () => {
      const holders = (pattern: RegExp) =>
        allowed(synthesized.development)
          .filter(({ Action, Resource }) =>
            pattern.test(`${JSON.stringify(Action)} ${JSON.stringify(Resource)}`),
          )
          .map(({ policy }) => policy.replace(/Role.*/, ''));
      expect(holders(/secretsmanager:GetSecretValue.*MasterUserSecret/)).toEqual(['MigrationsMigrate']);
      expect(holders(/sqs:SendMessage/).toSorted()).toEqual([
        'Announcements',
        'Dashboard',
        'Database',
        'Domains',
        'Entries',
        'Mcp',
        'Pages',
        'People',
        'Webhooks',
        'Worker',
      ]);
      expect(holders(/ses:SendEmail/).toSorted()).toEqual([
        'Announcements',
        'Dashboard',
        'Mcp',
        'People',
        'Worker',
        // As accounts' senders.
        'Worker',
      ]);
      expect(holders(/ses:DeleteEmailIdentity/)).toEqual(['Worker']);
      expect(holders(/ses:CreateEmailIdentity/).toSorted()).toEqual(['Domains', 'Mcp', 'Worker']);
      expect(holders(/ses:GetAccount/)).toEqual(['Worker']);
    });

    it('let each kind of secret be sealed only where it is set, and opened only where it is used', () => {
      const sealing = allowed(synthesized.development).flatMap(({ policy, Action, Resource, Condition }) =>
        list(Action)
          .filter(action => action.startsWith('kms:') && JSON.stringify(Resource).includes('SealKey'))
          .map(action => [policy.replace(/Role.*/, ''), action, Condition]),
      );
      const only = (purpose: string) => ({ StringEquals: { 'kms:EncryptionContext:purpose': purpose } });
      expect(sealing).toEqual(
        expect.arrayContaining([
          ['Pages', 'kms:Decrypt', only('turnstile')],
          ['Turnstile', 'kms:GenerateDataKey', only('turnstile')],
          ['Mcp', 'kms:GenerateDataKey', only('turnstile')],
          ['Webhooks', 'kms:GenerateDataKey', only('webhook')],
          ['Worker', 'kms:Decrypt', only('webhook')],
        ]),
      );
      for (const [, action, condition] of sealing) {
        expect(action).toMatch(/^kms:(GenerateDataKey|Decrypt)$/);
        expect(condition).toEqual(
          only(expect.stringMatching(/^(turnstile|database|webhook)$/) as unknown as string),
        );
      }
    });

    it('let only signups read the shared secret of the bot challenge', () => {
      const readers = allowed(synthesized.development)
        .filter(({ Resource }) => JSON.stringify(Resource).includes('secret:anteroom/turnstile'))
        .map(({ policy, Action }) => [policy.replace(/Role.*/, ''), Action]);
      expect(readers).toEqual([['Pages', 'secretsmanager:GetSecretValue']]);
    });
  });

  describe('custom domains', () => {});

  describe('nothing is public', () => {
    it('no bucket: only CloudFront can read them, over TLS', () => {
      for (const each of synthesized.both()) {
        const buckets = resources(each, 'AWS::S3::Bucket');
        expect(buckets).toHaveLength(3);
        for (const { Properties } of buckets) {
          expect(Properties.PublicAccessBlockConfiguration).toEqual({
            BlockPublicAcls: true,
            BlockPublicPolicy: true,
            IgnorePublicAcls: true,
            RestrictPublicBuckets: true,
          });
          expect(Properties.BucketEncryption).toBeDefined();
        }
        for (const { Properties } of resources(each, 'AWS::S3::BucketPolicy')) {
          const statements = Properties.PolicyDocument.Statement as {
            Effect: string;
            Principal: Data;
            Condition?: Data;
          }[];
          expect(
            statements.some(
              ({ Effect, Condition }) =>
                Effect === 'Deny' && Condition?.Bool?.['aws:SecureTransport'] === 'false',
            ),
          ).toBe(true);
          for (const { Effect, Principal, Condition } of statements) {
            if (Effect !== 'Allow') continue;
            expect(Principal.AWS).not.toBe('*');
            if (Principal.Service === 'cloudfront.amazonaws.com')
              expect(JSON.stringify(Condition)).toContain('SourceArn');
          }
        }
      }
    });

    it('no database: isolated subnets, no public address, our functions only, encrypted, IAM', () => {
      for (const each of synthesized.both()) {
        for (const { Properties } of resources(each, 'AWS::RDS::DBInstance'))
          expect(Properties.PubliclyAccessible ?? false).toBe(false);
        const [cluster] = resources(each, 'AWS::RDS::DBCluster');
        expect(cluster?.Properties).toMatchObject({
          StorageEncrypted: true,
          EnableIAMDatabaseAuthentication: true,
          ManageMasterUserPassword: true,
        });
        expect(cluster?.Properties.MasterUserPassword).toBeUndefined();
        for (const { Properties } of resources(each, 'AWS::EC2::SecurityGroupIngress')) {
          expect(Properties.CidrIp ?? Properties.CidrIpv6).toBeUndefined();
          expect(Properties.SourceSecurityGroupId).toBeDefined();
        }
        for (const { Properties } of resources(each, 'AWS::EC2::SecurityGroup'))
          expect(Properties.SecurityGroupIngress).toBeUndefined();
        const [parameters] = resources(each, 'AWS::RDS::DBClusterParameterGroup');
        expect(parameters?.Properties.Parameters).toMatchObject({ 'rds.force_ssl': '1' });
      }
      expect(resources(synthesized.production, 'AWS::RDS::DBCluster')[0]?.Properties.DeletionProtection).toBe(
        true,
      );
    });

    it('no restored database either, which keeps its snapshot’s settings', () => {
      const [cluster] = resources(synthesized.nameless, 'AWS::RDS::DBCluster');
      expect(cluster?.Properties).toMatchObject({
        SnapshotIdentifier: 'arn:aws:rds:us-east-1:123456789012:cluster-snapshot:before',
        KmsKeyId: expect.anything(),
        EnableIAMDatabaseAuthentication: true,
        ManageMasterUserPassword: true,
        DeletionProtection: true,
      });
      // CloudFormation refuses these together with a snapshot.
      for (const name of ['MasterUsername', 'MasterUserPassword', 'StorageEncrypted', 'DatabaseName'])
        expect(cluster?.Properties).not.toHaveProperty(name);
      for (const each of synthesized.both())
        expect(resources(each, 'AWS::RDS::DBCluster')[0]?.Properties).not.toHaveProperty(
          'SnapshotIdentifier',
        );
    });

    it('no function URL, and no function that anyone can invoke', () => {
      for (const each of synthesized.both()) {
        expect(resources(each, 'AWS::Lambda::Url')).toEqual([]);
        for (const { Properties } of resources(each, 'AWS::Lambda::Permission')) {
          expect(Properties.Principal).toMatch(/^(apigateway|events)\.amazonaws\.com$/);
          expect(Properties.SourceArn).toBeDefined();
        }
      }
    });

    it('no queue: each is encrypted, accepts only TLS, and has a dead-letter queue', () => {
      const queues = resources(synthesized.development, 'AWS::SQS::Queue');
      const deadLetters = new Set(
        queues.map(({ Properties }) => target(Properties.RedrivePolicy?.deadLetterTargetArn)).filter(Boolean),
      );
      for (const { id, Properties } of queues) {
        expect(Properties.SqsManagedSseEnabled).toBe(true);
        expect(deadLetters.has(id) || Properties.RedrivePolicy !== undefined).toBe(true);
      }
      const policies = resources(synthesized.development, 'AWS::SQS::QueuePolicy').map(({ Properties }) =>
        JSON.stringify(Properties.PolicyDocument),
      );
      expect(policies).toHaveLength(queues.length);
      for (const policy of policies) expect(policy).toContain('"aws:SecureTransport":"false"');
    });
  });
}
