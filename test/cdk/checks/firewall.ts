import { describe, expect, it } from '@jest/globals';
import { type Data, resources, type Synthesized } from '../assembly.ts';

/** The firewall that is made where the operator asks for one. */
export function checkFirewall(synthesized: Synthesized): void {
  describe('the firewall', () => {
    const withIt = () => [synthesized.nameless, synthesized.elsewhere];

    it('is made where it is asked for, and nowhere else', () => {
      for (const each of synthesized.both()) expect(resources(each, 'AWS::WAFv2::WebACL')).toEqual([]);
      for (const each of withIt()) {
        const [acl, ...others] = resources(each, 'AWS::WAFv2::WebACL');
        expect(others).toEqual([]);
        expect(acl).toMatchObject({ stack: 'Firewall', Properties: { Scope: 'CLOUDFRONT' } });
      }
    });

    it('stands before both distributions, also where CloudFront is in another region than the rest', () => {
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

    it('limits each address first, and refuses as the API does', () => {
      for (const each of withIt()) {
        const [rate] = rulesOf(each);
        expect(rate).toMatchObject({
          Priority: 0,
          Action: { Block: { CustomResponse: { ResponseCode: 429 } } },
          Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 3_000 } },
        });
      }
    });

    it('stops none of what this service is for: page code, files, redirects to one’s own machine', () => {
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

    it('keeps no sample of requests, which would hold keys and addresses', () => {
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
