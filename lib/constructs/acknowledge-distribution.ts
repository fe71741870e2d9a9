import { Validations } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { DeploymentSettings } from '../settings.ts';

/** Says why a distribution does without what the checks of the stacks ask for. */
export function acknowledgeDistribution(distribution: Distribution, settings: DeploymentSettings): void {
  const validations = Validations.of(distribution);
  validations.acknowledge(
    {
      id: '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      reason:
        'Only the root of a bucket lists it, and no behavior leads there; the permission turns 403 into 404.',
    },
    { id: 'AwsSolutions-CFR1', reason: 'Anyone anywhere may join a waitlist.' },
    {
      id: 'AwsSolutions-CFR3',
      reason:
        'CloudFront’s log contains every visitor’s address. Its metrics count requests, and the HTTP API logs them without personal data.',
    },
  );
  if (!settings.webAclArn)
    validations.acknowledge({
      id: 'AwsSolutions-CFR2',
      reason:
        'The operator chooses whether to have a firewall (setting firewall or webAclArn); rates are limited per account and address without it.',
    });
  if (!settings.domain)
    validations.acknowledge({
      id: 'AwsSolutions-CFR4',
      reason:
        'CloudFront’s own host names use its own certificates, whose minimum TLS version is fixed; with domainName it is 1.2.',
    });
}
