import { describe, expect, it } from '@jest/globals';
import { type Data, resources, type Synthesized } from '../assembly.ts';

/** The firewall, created if the operator asks for one. */
export function checkFirewall(synthesized: Synthesized): void {
  describe('the firewall', () => {
    const withIt = () => [synthesized.nameless, synthesized.elsewhere];

    it('is created only on request', () => {
      for (const each of synthesized.both()) expect(resources(each, 'AWS::WAFv2::WebACL')).toEqual([]);
      for (const each of withIt()) {
        const [acl, ...others] = resources(each, 'AWS::WAFv2::WebACL');
        expect(others).toEqual([]);
        expect(acl).toMatchObject({ stack: 'Firewall', Properties: { Scope: 'CLOUDFRONT' } });
      }
    });

    it('protects both distributions, even when the rest is outside CloudFront’s region', () => {
      for (const each of withIt()) {
        const distributions = resources(each, 'AWS::CloudFront::Distribution');
        expect(distributions).toHaveLength(2);
        for (const { Properties } of distributions)
          expect(Properties.DistributionConfig.WebACLId['Fn::GetStackOutput']).toMatchObject({
            StackName: 'AnteroomFirewallProduction',
            Region: 'us-east-1',
          });
      }
    });

    it('rate limits each address first, and refuses in the API’s format', () => {
      for (const each of withIt()) {
        const [rate] = rulesOf(each);
        expect(rate).toMatchObject({
          Priority: 0,
          Action: { Block: { CustomResponse: { ResponseCode: 429 } } },
          Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 3_000 } },
        });
        // Files of pages do not count, or a conference behind one address would be locked out.
        const counted = rate.Statement.RateBasedStatement.ScopeDownStatement.NotStatement.Statement;
        const files = new RegExp(counted.RegexMatchStatement.RegexString);
        const paths = ['/_page/shell-1a2b.js', '/assets/1a2b.png', '/w/hello', '/w/hello/signups', '/'];
        expect(paths.map(path => files.test(path))).toEqual([true, true, false, false, false]);
      }
    });

    it('blocks nothing that this service needs: page code, files, redirects to localhost', () => {
      const [common] = rulesOf(synthesized.nameless).filter(
        ({ Name }) => Name === 'AWSManagedRulesCommonRuleSet',
      );
      const overrides = common?.Statement.ManagedRuleGroupStatement.RuleActionOverrides as Data[];
      for (const { ActionToUse } of overrides) expect(ActionToUse).toEqual({ Count: {} });
      expect(overrides.map(({ Name }) => Name)).toEqual(
        expect.arrayContaining([
          'CrossSiteScripting_BODY',
          'SizeRestrictions_BODY',
          'GenericRFI_QUERYARGUMENTS',
          'NoUserAgent_HEADER',
        ]),
      );
    });

    it('keeps no request samples, which would contain keys and addresses', () => {
      for (const each of withIt()) {
        expect(JSON.stringify(each.stacks.Firewall)).not.toContain('"SampledRequestsEnabled":true');
        for (const { VisibilityConfig } of rulesOf(each))
          expect(VisibilityConfig).toMatchObject({ SampledRequestsEnabled: false });
      }
    });
  });
}

const rulesOf = (each: Synthesized['nameless']): Data[] =>
  resources(each, 'AWS::WAFv2::WebACL').flatMap(({ Properties }) => Properties.Rules as Data[]);
