import { describe, expect, it } from '@jest/globals';
import { allowed, type Data, list, ownFunctions, resources, type Synthesized, target } from '../assembly.ts';

/** Who may do what, and that nobody else may. */
export function checkPermissions(synthesized: Synthesized): void {
  describe('permissions', () => {
    it('allow no wildcard action, and no action on everything but those that know no resource', () => {
      const withoutResource =
        /^(xray:Put\w+|ec2:(Create|Delete|Describe)NetworkInterfaces?|ec2:DescribeSubnets|ec2:(Una|A)ssignPrivateIpAddresses)$/;
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
      const roles = resources(synthesized.development, 'AWS::IAM::Role').filter(
        ({ stack, id }) => stack === 'Api' && !id.startsWith('AWSCDK'),
      );
      expect(roles).toHaveLength(ownFunctions(synthesized.development).length);
      for (const { Properties } of roles) expect(Properties.ManagedPolicyArns).toBeUndefined();
    });

    it('let only the migrations read the master user’s secret, and only signups send wake-ups', () => {
      const holders = (pattern: RegExp) =>
        allowed(synthesized.development)
          .filter(({ Action, Resource }) =>
            pattern.test(`${JSON.stringify(Action)} ${JSON.stringify(Resource)}`),
          )
          .map(({ policy }) => policy.replace(/Role.*/, ''));
      expect(holders(/secretsmanager:GetSecretValue.*MasterUserSecret/)).toEqual(['MigrationsMigrate']);
      expect(holders(/sqs:SendMessage/)).toEqual(['Pages', 'Worker']);
      expect(holders(/ses:/)).toEqual(['Worker']);
    });
  });

  describe('nothing is public', () => {
    it('no bucket, which CloudFront alone may read, over TLS', () => {
      for (const each of synthesized.both()) {
        const buckets = resources(each, 'AWS::S3::Bucket');
        expect(buckets).toHaveLength(2);
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

    it('no function url, and no function that all may invoke', () => {
      for (const each of synthesized.both()) {
        expect(resources(each, 'AWS::Lambda::Url')).toEqual([]);
        for (const { Properties } of resources(each, 'AWS::Lambda::Permission')) {
          expect(Properties.Principal).toMatch(/^(apigateway|events)\.amazonaws\.com$/);
          expect(Properties.SourceArn).toBeDefined();
        }
      }
    });

    it('every queue is encrypted, takes TLS only, and has its dead letters', () => {
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
