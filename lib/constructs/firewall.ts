import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

/**
 * AWS rules that would block legitimate requests, so they only count: bodies contain page code and HTML (XSS), files
 * (size), and connection strings; a program that signs in has a redirect to localhost in the query (remote inclusion);
 * and API clients may omit a user agent.
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

/** AWS managed rule groups, in order, with the rules in each that only count. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  AWSManagedRulesAmazonIpReputationList: [],
  AWSManagedRulesKnownBadInputsRuleSet: ['Log4JRCE_BODY', 'JavaDeserializationRCE_BODY'],
  AWSManagedRulesCommonRuleSet: ONLY_COUNTED,
};

/**
 * Files that browsers load beside a page. They are cached at the edge, and behind one address (a mobile carrier, a
 * conference) thousands may load them, so they do not count.
 */
const FILES = '^/(_page|_dashboard|assets)/';

export interface FirewallProps {
  readonly stage: string;
  /** Requests from one address; more are blocked until it slows down. */
  readonly requestsPer5Minutes: number;
}

/**
 * A firewall for CloudFront: a limit per address, then AWS managed rules. It runs first and counts roughly; the service
 * enforces its exact limits per account and address with or without it.
 */
export class Firewall extends Construct {
  readonly webAclArn: string;

  constructor(scope: Construct, id: string, { stage, requestsPer5Minutes }: FirewallProps) {
    super(scope, id);
    // Samples would contain whole requests, including keys and addresses.
    const seenAs = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
      metricName,
    });
    const isFile: CfnWebACL.StatementProperty = {
      regexMatchStatement: {
        regexString: FILES,
        fieldToMatch: { uriPath: {} },
        textTransformations: [{ priority: 0, type: 'NORMALIZE_PATH' }],
      },
    };
    const rate: CfnWebACL.RuleProperty = {
      name: 'RequestsOfAnAddress',
      priority: 0,
      action: { block: { customResponse: { responseCode: 429 } } },
      statement: {
        rateBasedStatement: {
          aggregateKeyType: 'IP',
          limit: requestsPer5Minutes,
          evaluationWindowSec: 300,
          scopeDownStatement: { notStatement: { statement: isFile } },
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
