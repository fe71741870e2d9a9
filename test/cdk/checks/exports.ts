import { describe, expect, it } from '@jest/globals';
import { downloadRouteKeys } from '../../../lambdas/http/routes.ts';
import {
  type Assembly,
  type Data,
  type FoundResource,
  nameOf,
  ownFunctions,
  resources,
  type Synthesized,
  target,
} from '../assembly.ts';

/** The path of an export (ADR 24), from CloudFront to the function that streams it. */
export function checkExports(synthesized: Synthesized): void {
  const ofExports = (each: Assembly, type: string): FoundResource[] =>
    resources(each, type).filter(({ Properties }) =>
      JSON.stringify(Properties.RestApiId).includes('ExportFront'),
    );
  const method = (each: Assembly, name: string): Data =>
    ofExports(each, 'AWS::ApiGateway::Method').find(({ Properties }) => Properties.HttpMethod === name)
      ?.Properties;
  const sender = (each: Assembly) => ownFunctions(each).find(fn => nameOf(fn) === 'export');
  const pathOf = (each: Assembly) =>
    `/${ofExports(each, 'AWS::ApiGateway::Resource')
      .map(({ Properties }) => Properties.PathPart)
      .join('/')}`;

  describe('exports', () => {
    it('are the registry’s routes that answer with a file, at the path CloudFront forwards', () => {
      for (const each of synthesized.both()) {
        const path = pathOf(each);
        expect([`GET ${path}`, `HEAD ${path}`]).toEqual(downloadRouteKeys);
        const site = resources(each, 'AWS::CloudFront::Distribution')
          .map(({ Properties }) => Properties.DistributionConfig)
          .find(({ ConnectionMode }) => ConnectionMode === undefined) as Data;
        const patterns = site.CacheBehaviors.map((behavior: Data) => behavior.PathPattern);
        const index = patterns.indexOf(path.replace('{token}', '*'));
        // The first matching pattern wins.
        expect(index).toBeGreaterThan(-1);
        expect(index).toBeLessThan(patterns.indexOf('/api/*'));
        const behavior = site.CacheBehaviors[index];
        const api = site.CacheBehaviors[patterns.indexOf('/api/*')];
        // What a function is told about its viewer, and the renamed WWW-Authenticate.
        expect(behavior.FunctionAssociations).toEqual(api.FunctionAssociations);
        expect(behavior.LambdaFunctionAssociations).toEqual(api.LambdaFunctionAssociations);
        expect(behavior.CachePolicyId).toEqual(api.CachePolicyId);
        const origin = site.Origins.find(({ Id }: Data) => Id === behavior.TargetOriginId);
        expect(JSON.stringify(origin.DomainName)).toContain('ExportFront');
        expect(origin.OriginPath).toBe(
          `/${ofExports(each, 'AWS::ApiGateway::Stage')[0]?.Properties.StageName}`,
        );
        expect(origin.OriginCustomHeaders).toMatchObject([{ HeaderName: 'x-origin-secret' }]);
      }
    });

    it('stream from their function, for as long as Lambda and API Gateway allow', () => {
      const { Integration, AuthorizationType } = method(synthesized.development, 'GET');
      expect(AuthorizationType).toBe('NONE');
      expect(Integration).toMatchObject({
        Type: 'AWS_PROXY',
        IntegrationHttpMethod: 'POST',
        ResponseTransferMode: 'STREAM',
        TimeoutInMillis: 900_000,
      });
      const uri = JSON.stringify(Integration.Uri);
      expect(uri).toMatch(/:lambda:path\/2021-11-15\/functions\/.*\/response-streaming-invocations"/);
      const fn = sender(synthesized.development);
      expect(uri).toContain(fn?.id);
      expect(fn?.Properties.Timeout).toBe(900);
    });

    it('can be invoked only by this API, at this path', () => {
      for (const each of synthesized.both()) {
        const permissions = resources(each, 'AWS::Lambda::Permission').filter(
          ({ Properties }) => target(Properties.FunctionName) === sender(each)?.id,
        );
        expect(permissions).toHaveLength(1);
        expect(permissions[0]?.Properties).toMatchObject({
          Action: 'lambda:InvokeFunction',
          Principal: 'apigateway.amazonaws.com',
        });
        const source = JSON.stringify(permissions[0]?.Properties.SourceArn);
        expect(source).toContain('ExportFront');
        expect(source).toContain('/live/*/api/v1/exports/*');
      }
    });

    it('by another method are answered by the HTTP API', () => {
      expect(method(synthesized.development, 'ANY')).toMatchObject({
        AuthorizationType: 'NONE',
        RequestParameters: { 'method.request.path.token': true },
        Integration: {
          Type: 'HTTP_PROXY',
          IntegrationHttpMethod: 'ANY',
          RequestParameters: { 'integration.request.path.token': 'method.request.path.token' },
        },
      });
    });

    it('get API Gateway’s own errors in our format, and a 404 for unknown paths', () => {
      const found = ofExports(synthesized.development, 'AWS::ApiGateway::GatewayResponse').map(
        ({ Properties }) => Properties,
      );
      expect(found.map(({ ResponseType }) => ResponseType).sort()).toEqual([
        'DEFAULT_4XX',
        'DEFAULT_5XX',
        'MISSING_AUTHENTICATION_TOKEN',
        'THROTTLED',
      ]);
      const missing = found.find(({ ResponseType }) => ResponseType === 'MISSING_AUTHENTICATION_TOKEN');
      expect(missing?.StatusCode).toBe('404');
      expect(JSON.parse(missing?.ResponseTemplates['application/json'])).toMatchObject({ code: 'not_found' });
    });

    it('are redeployed when any of this changes', () => {
      const id = (each: Assembly) => ofExports(each, 'AWS::ApiGateway::Deployment')[0];
      expect(id(synthesized.development)?.id).toBe(id(synthesized.production)?.id);
      for (const { id: part } of ofExports(synthesized.development, 'AWS::ApiGateway::Method'))
        expect(id(synthesized.development)?.DependsOn).toContain(part);
    });
  });
}
