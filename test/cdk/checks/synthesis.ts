import { describe, expect, it } from '@jest/globals';
import { routes } from '../../../lambdas/http/routes.ts';
import { nameOf, ownFunctions, resources, type Synthesized, target } from '../assembly.ts';

/** The synthesized stacks and their routes. */
export function checkSynthesis(synthesized: Synthesized): void {
  describe('synthesis', () => {
    it('leaves no warning and no unacknowledged finding', () => {
      const { development, production, elsewhere, nameless } = synthesized;
      for (const { messages } of [development, production, elsewhere, nameless]) expect(messages).toEqual([]);
    });

    it('needs no domain: the service uses CloudFront’s name, without DNS records or certificates', () => {
      const { nameless } = synthesized;
      expect(resources(nameless, 'AWS::Route53::RecordSet')).toEqual([]);
      expect(resources(nameless, 'AWS::CertificateManager::Certificate')).toEqual([]);
      for (const { Properties } of resources(nameless, 'AWS::CloudFront::Distribution'))
        expect(Properties.DistributionConfig).not.toHaveProperty('Aliases');
      const pages = ownFunctions(nameless).find(each => nameOf(each) === 'pages');
      expect(JSON.stringify(pages?.Properties.Environment.Variables.BASE_URL)).toMatch(
        /https:\/\/.*DomainName/,
      );
    });

    it('creates the same stacks in both stages', () => {
      expect(Object.keys(synthesized.production.stacks).sort()).toEqual([
        'Api',
        'Data',
        'Edge',
        'Messaging',
        'Observability',
      ]);
      expect(Object.keys(synthesized.development.stacks).sort()).toEqual(
        Object.keys(synthesized.production.stacks).sort(),
      );
    });

    it('needs two more stacks outside us-east-1, for what CloudFront only accepts or reports there', () => {
      const added = Object.keys(synthesized.elsewhere.stacks).filter(
        name => !(name in synthesized.production.stacks) && name !== 'Firewall',
      );
      expect(added.sort()).toEqual(['EdgeAlarms', 'EdgeFunctions']);
      const types = Object.values(synthesized.elsewhere.stacks.EdgeFunctions ?? {}).map(({ Type }) => Type);
      expect(types).toContain('AWS::Lambda::Version');
    });

    it('writes no secret and no path of this machine into a template', () => {
      for (const { stacks } of synthesized.both()) {
        const text = JSON.stringify(stacks);
        expect(text).not.toContain(process.cwd());
        expect(text).toContain('{{resolve:secretsmanager:');
      }
    });
  });

  describe('routes', () => {
    it('are those of lambdas/http/routes.ts, each to its function', () => {
      const integrations = new Map(
        resources(synthesized.development, 'AWS::ApiGatewayV2::Integration').map(
          each => [each.id, each] as const,
        ),
      );
      const functions = new Map(
        ownFunctions(synthesized.development).map(each => [each.id, nameOf(each)] as const),
      );
      const found = resources(synthesized.development, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => {
        const integration = integrations.get(target(Properties.Target['Fn::Join'][1][1]) ?? '');
        expect(integration?.Properties.PayloadFormatVersion).toBe('2.0');
        return {
          routeKey: Properties.RouteKey,
          function: functions.get(target(integration?.Properties.IntegrationUri) ?? ''),
        };
      });
      const byKey = (a: { routeKey: string }, b: { routeKey: string }) =>
        a.routeKey.localeCompare(b.routeKey);
      expect(found.sort(byKey)).toEqual([...routes].sort(byKey));
    });

    it('are throttled, and logged without personal data', () => {
      for (const each of synthesized.both()) {
        const [stage] = resources(each, 'AWS::ApiGatewayV2::Stage');
        expect(stage?.Properties.DefaultRouteSettings.ThrottlingRateLimit).toBeGreaterThan(0);
        const format = stage?.Properties.AccessLogSettings.Format as string;
        expect(format).not.toMatch(/sourceIp|userAgent|\$context\.path|identity|authorizer|\.ip/);
        expect(JSON.parse(format)).toHaveProperty('requestId');
      }
    });
  });
}
