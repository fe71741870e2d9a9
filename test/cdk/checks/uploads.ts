import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ERROR_STATUS, type ErrorCode } from '../../../core/kernel/errors.ts';
import { uploadRouteKeys } from '../../../lambdas/assets/upload-routes.ts';
import {
  type Assembly,
  allowed,
  type Data,
  type FoundResource,
  list,
  nameOf,
  ownFunctions,
  resources,
  type Synthesized,
  target,
} from '../assembly.ts';

/** The path of an upload (ADR 10), from CloudFront to the processor. */
export function checkUploads(synthesized: Synthesized): void {
  /** The REST API of uploads; the other is for exports. */
  const apiOf = (each: Assembly): FoundResource =>
    resources(each, 'AWS::ApiGateway::RestApi').find(({ id }) =>
      id.startsWith('UploadFront'),
    ) as FoundResource;
  /** The resources of that API, however templates reference each other. */
  const ofUploads = (each: Assembly, type: string): FoundResource[] =>
    resources(each, type).filter(({ Properties }) =>
      JSON.stringify(Properties.RestApiId).includes('UploadFront'),
    );
  const one = (each: Assembly, type: string): FoundResource => {
    const [found, ...others] = ofUploads(each, type);
    if (!found || others.length > 0) throw new Error(`There is not one ${type}`);
    return found;
  };
  /** The distribution of our own host; the other is for custom domains. */
  const siteOf = (each: Assembly): Data =>
    resources(each, 'AWS::CloudFront::Distribution')
      .map(({ Properties }) => Properties.DistributionConfig)
      .find(({ ConnectionMode }) => ConnectionMode === undefined);
  const methods = (each: Assembly) => ofUploads(each, 'AWS::ApiGateway::Method');
  const upload = (each: Assembly): Data =>
    methods(each).find(({ Properties }) => Properties.HttpMethod === 'POST')?.Properties;

  describe('uploads', () => {
    it('are the registry’s routes that accept a file, at the path CloudFront forwards', () => {
      for (const each of synthesized.both()) {
        const segments = ofUploads(each, 'AWS::ApiGateway::Resource').map(
          ({ Properties }) => Properties.PathPart,
        );
        const path = `/${segments.join('/')}`;
        expect([`POST ${path}`]).toEqual(uploadRouteKeys);
        const { CacheBehaviors, Origins } = siteOf(each) as Data;
        // The first matching pattern wins.
        const paths = CacheBehaviors.map((behavior: Data) => behavior.PathPattern);
        expect(paths.indexOf(path)).toBeLessThan(paths.indexOf('/api/*'));
        const behavior = CacheBehaviors[paths.indexOf(path)];
        expect(behavior.AllowedMethods).toContain('POST');
        expect(behavior.LambdaFunctionAssociations).toMatchObject([{ EventType: 'origin-response' }]);
        const origin = Origins.find(({ Id }: Data) => Id === behavior.TargetOriginId);
        expect(origin.OriginPath).toBe(`/${one(each, 'AWS::ApiGateway::Stage').Properties.StageName}`);
        expect(origin.OriginCustomHeaders).toMatchObject([{ HeaderName: 'x-origin-secret' }]);
      }
    });

    it('are authorized every time, without caching', () => {
      const authorizer = one(synthesized.development, 'AWS::ApiGateway::Authorizer');
      expect(authorizer.Properties).toMatchObject({ Type: 'REQUEST', AuthorizerResultTtlInSeconds: 0 });
      expect(upload(synthesized.development)).toMatchObject({ AuthorizationType: 'CUSTOM' });
      expect(target(upload(synthesized.development).AuthorizerId)).toBe(authorizer.id);
      const fn = ownFunctions(synthesized.development).find(each => nameOf(each) === 'upload-authorizer');
      expect(JSON.stringify(authorizer.Properties.AuthorizerUri)).toContain(fn?.id);
    });

    it('are bytes, written to the staging bucket under the id of the request, with the ticket', () => {
      const api = apiOf(synthesized.development);
      expect(api.Properties.BinaryMediaTypes).toEqual(['*/*']);
      const { Integration } = upload(synthesized.development);
      expect(Integration).toMatchObject({
        Type: 'AWS',
        IntegrationHttpMethod: 'PUT',
        RequestParameters: {
          'integration.request.path.request': 'context.requestId',
          'integration.request.header.x-amz-meta-ticket': 'context.authorizer.ticket',
        },
      });
      expect(JSON.stringify(Integration.Uri)).toMatch(/:s3:path\/.*staging\/\{request\}/);
      const [ok, ...others] = Integration.IntegrationResponses;
      expect(ok).toMatchObject({ StatusCode: '200', SelectionPattern: '200' });
      expect(Object.keys(ok.ResponseParameters)).toEqual(['method.response.header.x-upload-staged']);
      // Any other S3 response, whose text names the bucket.
      expect(others).toMatchObject([{ StatusCode: '500' }]);
      expect(others[0].SelectionPattern).toBeUndefined();
    });

    it('are staged for a day at most, in a bucket without versions', () => {
      for (const each of synthesized.both()) {
        const staging = resources(each, 'AWS::S3::Bucket').find(({ stack }) => stack === 'Api');
        expect(staging?.Properties.LifecycleConfiguration.Rules).toMatchObject([
          { ExpirationInDays: 1, Prefix: 'staging/', Status: 'Enabled' },
        ]);
        expect(staging?.Properties.VersioningConfiguration).toBeUndefined();
      }
    });

    it('can be written, read and stored only by the functions that do so', () => {
      const may = (action: string) =>
        allowed(synthesized.development)
          .filter(({ Action }) => list(Action).includes(action))
          .map(({ policy, Resource }) => `${policy} ${JSON.stringify(Resource)}`)
          .filter(each => !each.startsWith('CustomCDK'))
          .sort();
      expect(may('s3:PutObject')).toEqual([
        expect.stringMatching(/^AssetsRole.*UploadBucket.*"\/assets\/\*"/),
        expect.stringMatching(/^CardRole.*UploadBucket.*"\/cards\/\*"/),
        expect.stringMatching(/^McpRole.*UploadBucket.*"\/assets\/\*"/),
        expect.stringMatching(/^UploadsStagingRole.*StagingBucket.*"\/staging\/\*"/),
      ]);
      expect(may('s3:GetObject')).toEqual([
        expect.stringMatching(/^AssetsRole.*"\/staging\/\*"/),
        expect.stringMatching(/^CardRole.*UploadBucket.*"\/assets\/\*".*UploadBucket.*"\/cards\/\*"/),
      ]);
      // Images are deleted with their last account; a bucket rule removes their versions a month later.
      expect(may('s3:DeleteObject')).toEqual([
        expect.stringMatching(/^AssetsRole.*"\/staging\/\*"/),
        expect.stringMatching(/^WorkerRole.*UploadBucket.*"\/assets\/\*"/),
      ]);
      for (const each of synthesized.both()) {
        const images = resources(each, 'AWS::S3::Bucket').find(({ id }) => id.startsWith('UploadBucket'));
        expect(images?.Properties.LifecycleConfiguration.Rules).toMatchObject([
          { NoncurrentVersionExpiration: { NoncurrentDays: 30 }, Status: 'Enabled' },
          // Social cards are drawn again when somebody asks for them.
          { ExpirationInDays: 90, Prefix: 'cards/', Status: 'Enabled' },
        ]);
      }
    });

    it('are answered by the function at CloudFront, which calls the processor and nothing else', () => {
      for (const each of [synthesized.development, synthesized.elsewhere]) {
        const processor = ownFunctions(each).find(fn => nameOf(fn) === 'assets')?.Properties.FunctionName;
        const invokes = allowed(each).filter(
          ({ Action, policy }) =>
            list(Action).includes('lambda:InvokeFunction') && /UploadAnswer/.test(policy),
        );
        expect(invokes).toHaveLength(1);
        expect(JSON.stringify(invokes[0]?.Resource)).toMatch(new RegExp(`:function:${processor}"`));

        const answer = Object.values(each.stacks)
          .flatMap(stack => Object.values(stack))
          .find(
            ({ Type, Properties }) =>
              Type === 'AWS::Lambda::Function' && /uploads/.test(Properties.Description),
          );
        expect(answer?.Properties.Environment).toBeUndefined();
        const folder = `asset.${String(answer?.Properties.Code.S3Key).replace('.zip', '')}`;
        const file = JSON.parse(readFileSync(join(each.folder, folder, 'processor.json'), 'utf8'));
        expect(file).toEqual({
          functionName: processor,
          region: each === synthesized.elsewhere ? 'eu-central-1' : 'us-east-1',
        });
      }
    });

    it('that API Gateway itself refuses get our error format', () => {
      const found = ofUploads(synthesized.development, 'AWS::ApiGateway::GatewayResponse').map(
        ({ Properties }) => Properties,
      );
      const types = found.map(({ ResponseType }) => ResponseType as string);
      expect(types).toEqual(
        expect.arrayContaining([
          'ACCESS_DENIED',
          'REQUEST_TOO_LARGE',
          'THROTTLED',
          'DEFAULT_4XX',
          'DEFAULT_5XX',
        ]),
      );
      const statusOf: Record<string, number> = { REQUEST_TOO_LARGE: 413, THROTTLED: 429 };
      for (const { ResponseType, ResponseTemplates, ResponseParameters } of found) {
        const body = JSON.parse(ResponseTemplates['application/json']);
        expect(body).toMatchObject({
          error: expect.any(String),
          resolution: expect.any(String),
          requestId: '$context.requestId',
        });
        expect(ResponseParameters['gatewayresponse.header.X-Request-Id']).toBe('context.requestId');
        const status = statusOf[ResponseType];
        if (status) expect(ERROR_STATUS[body.code as ErrorCode]).toBe(status);
      }
      expect(
        found.find(({ ResponseType }) => ResponseType === 'ACCESS_DENIED')?.ResponseParameters,
      ).toHaveProperty(['gatewayresponse.header.x-upload-refusal'], 'context.authorizer.refusal');
    });

    it('by another method are answered by the HTTP API', () => {
      const others = methods(synthesized.development).find(
        ({ Properties }) => Properties.HttpMethod === 'ANY',
      );
      expect(others?.Properties).toMatchObject({
        AuthorizationType: 'NONE',
        Integration: { Type: 'HTTP_PROXY', IntegrationHttpMethod: 'ANY' },
      });
    });

    it('are redeployed when any of this changes, and only then', () => {
      const id = (each: Assembly) => one(each, 'AWS::ApiGateway::Deployment').id;
      expect(id(synthesized.development)).toBe(id(synthesized.production));
      const { DependsOn = [] } = one(synthesized.development, 'AWS::ApiGateway::Deployment');
      for (const { id: part } of methods(synthesized.development)) expect(DependsOn).toContain(part);
    });
  });
}
