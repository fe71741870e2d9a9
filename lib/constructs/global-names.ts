import { Names, type Stack } from 'aws-cdk-lib';
import { CfnOriginAccessControl, CfnResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';

/** CloudFront's limit for the name of an origin access control; policies allow longer names. */
const LONGEST = 64;

/**
 * Adds the region to names that CloudFront keeps per account, where CDK does not. Otherwise deploying the same stack in
 * another region, for example to replace a lost one, would fail.
 */
export function nameByRegion(stack: Stack): void {
  const { region } = stack;
  for (const construct of stack.node.findAll()) {
    const config =
      construct instanceof CfnResponseHeadersPolicy
        ? 'ResponseHeadersPolicyConfig'
        : construct instanceof CfnOriginAccessControl
          ? 'OriginAccessControlConfig'
          : undefined;
    if (config === undefined) continue;
    const resource = construct as CfnResponseHeadersPolicy | CfnOriginAccessControl;
    const name = Names.uniqueResourceName(resource, { maxLength: LONGEST - region.length - 1 });
    resource.addPropertyOverride(`${config}.Name`, `${name}-${region}`);
  }
}
