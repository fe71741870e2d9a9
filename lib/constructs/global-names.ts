import { Names, type Stack } from 'aws-cdk-lib';
import { CfnOriginAccessControl, CfnResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';

/** What CloudFront takes in the name of an origin access control; policies may have longer ones. */
const LONGEST = 64;

/**
 * Puts the region into names that CloudFront keeps for the whole account, where CDK does not do it itself: the same stack
 * in another region, which stands in for one that was lost, would fail on them.
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
