import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

/**
 * Rules of AWS that would stop what this service is for. They are counted and stop nothing: bodies hold page code and HTML
 * (XSS), files (size) and connection strings; a program that signs in has a redirect to an address of its own machine
 * in the query (remote inclusion), and programs need not say what they are.
 */
const ONLY_COUNTED = [
  'SizeRestrictions_BODY',
  'SizeRestrictions_QUERYSTRING',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'GenericRFI_QUERYARGUMENTS',
  'EC2MetaDataSSRF_BODY',
  'EC2MetaDataSSRF_QUERYARGUMENTS',
  'NoUserAgent_HEADER',
  'UserAgent_BadBots_HEADER',
];

/** AWS's own groups, in this order, with the rules of each that only count. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  AWSManagedRulesAmazonIpReputationList: [],
  AWSManagedRulesKnownBadInputsRuleSet: ['Log4JRCE_BODY', 'JavaDeserializationRCE_BODY'],
  AWSManagedRulesCommonRuleSet: ONLY_COUNTED,
};

export interface FirewallProps {
  readonly stage: string;
  /** From one address; more is refused until it asks for less. */
  readonly requestsPer5Minutes: number;
}

/**
 * A firewall for CloudFront: a limit for each address, then AWS's managed rules. It comes before everything and counts
 * roughly; the exact limits for each account and each address are the service's own, with or without it.
 */
export class Firewall extends Construct {
  readonly webAclArn: string;

  constructor(scope: Construct, id: string, { stage, requestsPer5Minutes }: FirewallProps) {
    super(scope, id);
    // A sample would be whole requests, keys and addresses among them.
    const seenAs = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
      metricName,
    });
    const rate: CfnWebACL.RuleProperty = {
      name: 'RequestsOfAnAddress',
      priority: 0,
      action: { block: { customResponse: { responseCode: 429 } } },
      statement: {
        rateBasedStatement: {
          aggregateKeyType: 'IP',
          limit: requestsPer5Minutes,
          evaluationWindowSec: 300,
        },
      },
      visibilityConfig: seenAs('RequestsOfAnAddress'),
    };
    const managed = Object.entries(GROUPS).map(
      ([name, counted], index): CfnWebACL.RuleProperty => ({
        name,
        priority: index + 1,
        overrideAction: { none: {} },
        statement: {
          managedRuleGroupStatement: {
            vendorName: 'AWS',
            name,
            ruleActionOverrides: counted.map(rule => ({ name: rule, actionToUse: { count: {} } })),
          },
        },
        visibilityConfig: seenAs(name),
      }),
    );
    const acl = new CfnWebACL(this, 'WebAcl', {
      name: `anteroom-${stage}`,
      description: 'Anteroom',
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      rules: [rate, ...managed],
      visibilityConfig: seenAs(`anteroom-${stage}`),
    });
    this.webAclArn = acl.attrArn;
  }
}
