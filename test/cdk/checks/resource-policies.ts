import { describe, expect, it } from '@jest/globals';
import {
  type Assembly,
  type Data,
  type FoundResource,
  list,
  resources,
  type Synthesized,
} from '../assembly.ts';
import { isAllowed } from '../rights/simulate.ts';
import { ACCOUNT, templateValues } from '../rights/template-values.ts';

/** A resource's policy, as AWS gets it. */
function policyOf(assembly: Assembly, type: string, reference: string, of: FoundResource): Data {
  const policy = resources(assembly, type).find(
    ({ stack, Properties }) => stack === of.stack && JSON.stringify(Properties[reference]).includes(of.id),
  ) as FoundResource;
  return templateValues(assembly, policy.stack).resolve(policy.Properties.PolicyDocument);
}

const named = (assembly: Assembly, type: string, name: string): FoundResource =>
  resources(assembly, type).find(({ id }) => id.startsWith(name)) as FoundResource;

const arnOf = (assembly: Assembly, { stack, id }: FoundResource): string =>
  templateValues(assembly, stack).text({ 'Fn::GetAtt': [id, 'Arn'] });

/** What other AWS services may do with our resources. */
export function checkResourcePolicies(synthesized: Synthesized): void {
  const all = () => [synthesized.development, synthesized.production, synthesized.elsewhere];

  describe('policies of resources', () => {
    it.each([
      ['SiteBucket', 'SiteDistribution', true],
      ['SiteBucket', 'DomainsDistribution', true],
      ['UploadBucket', 'SiteDistribution', true],
      ['UploadBucket', 'DomainsDistribution', false],
      ['StagingBucket', 'SiteDistribution', false],
    ])('of %s: %s may read it: %j', async (bucketName, distributionName, expected) => {
      for (const each of all()) {
        const bucket = named(each, 'AWS::S3::Bucket', bucketName);
        const resourcePolicy = policyOf(each, 'AWS::S3::BucketPolicy', 'Bucket', bucket);
        const { id } = named(each, 'AWS::CloudFront::Distribution', distributionName);
        const read = (distribution: string) =>
          isAllowed(
            {
              principal: 'cloudfront.amazonaws.com',
              action: 's3:GetObject',
              resource: `${arnOf(each, bucket)}/file.js`,
              context: {
                'aws:SourceArn': `arn:aws:cloudfront::${ACCOUNT}:distribution/${distribution}`,
                'aws:SecureTransport': 'true',
                's3:TlsVersion': '1.3',
              },
            },
            { resourcePolicy },
          );
        expect(await read(id)).toBe(expected);
        expect(await read('EOTHER')).toBe(false);
      }
    });

    it('of alarm topics let the alarms of this account publish, and their keys encrypt', async () => {
      for (const each of [synthesized.production, synthesized.elsewhere]) {
        const topics = resources(each, 'AWS::SNS::Topic');
        expect(topics.length).toBeGreaterThan(0);
        for (const topic of topics) {
          const resourcePolicy = policyOf(each, 'AWS::SNS::TopicPolicy', 'Topics', topic);
          const publish = (account: string) =>
            isAllowed(
              {
                principal: 'cloudwatch.amazonaws.com',
                action: 'sns:Publish',
                resource: templateValues(each, topic.stack).text({ Ref: topic.id }),
                context: { 'aws:SourceAccount': account, 'aws:SecureTransport': 'true' },
              },
              { resourcePolicy },
            );
          expect(await publish(ACCOUNT)).toBe(true);
          expect(await publish('210987654321')).toBe(false);

          const key = resources(each, 'AWS::KMS::Key').find(
            ({ stack, id }) => stack === topic.stack && JSON.stringify(topic.Properties).includes(id),
          ) as FoundResource;
          for (const action of ['kms:GenerateDataKey', 'kms:Decrypt']) {
            const keyPolicy = templateValues(each, key.stack).resolve(key.Properties.KeyPolicy);
            const call = { principal: 'cloudwatch.amazonaws.com', action, resource: arnOf(each, key) };
            expect(await isAllowed(call, { resourcePolicy: keyPolicy })).toBe(true);
          }
        }
      }
    });

    it('of functions let only our own APIs and schedule invoke them, by path', () => {
      for (const each of all()) {
        for (const { stack, Properties } of resources(each, 'AWS::Lambda::Permission')) {
          const source = templateValues(each, stack).text(Properties.SourceArn);
          expect(source).toMatch(
            /^arn:aws:execute-api:[\w-]+:\d{12}:\w+\/(\*\/\*(\/.*)?|live\/\*\/.+|authorizers\/\w+)$|^arn:aws:events:/,
          );
          expect(list(Properties.Action)).toEqual(['lambda:InvokeFunction']);
        }
      }
    });

    it('of roles let API Gateway stage uploads of this account', async () => {
      for (const each of all()) {
        const role = named(each, 'AWS::IAM::Role', 'UploadsStagingRole');
        const { Statement } = templateValues(each, role.stack).resolve(
          role.Properties.AssumeRolePolicyDocument,
        );
        expect(Statement).toEqual([
          {
            Action: 'sts:AssumeRole',
            Effect: 'Allow',
            Principal: { Service: 'apigateway.amazonaws.com' },
            Condition: { StringEquals: { 'aws:SourceAccount': ACCOUNT } },
          },
        ]);
        const policy = resources(each, 'AWS::IAM::Policy').find(({ id }) =>
          id.startsWith('UploadsStagingRole'),
        );
        const statements = templateValues(each, role.stack).resolve(
          policy?.Properties.PolicyDocument.Statement,
        );
        const bucket = arnOf(each, named(each, 'AWS::S3::Bucket', 'StagingBucket'));
        const may = (action: string, key: string) =>
          isAllowed(
            { principal: `arn:aws:iam::${ACCOUNT}:role/staging`, action, resource: `${bucket}/${key}` },
            { statements },
          );
        expect(await may('s3:PutObject', 'staging/request-1')).toBe(true);
        expect(await may('s3:PutObject', 'other')).toBe(false);
        expect(await may('s3:GetObject', 'staging/request-1')).toBe(false);
      }
    });
  });
}
