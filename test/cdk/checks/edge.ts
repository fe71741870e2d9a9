import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EMBED_PATH } from '../../../core/waitlists/own-site-snippets.ts';
import { BASE_URL_MARK } from '../../../lib/build/embed-asset.ts';
import {
  type Assembly,
  type Data,
  nameOf,
  ownFunctions,
  resources,
  type Synthesized,
  target,
} from '../assembly.ts';
import { readBuilt } from '../built.ts';

const HANDS_OUT_NO_URLS = new Set([
  'migrate',
  'mail-feedback',
  'database-connector',
  'upload-authorizer',
  'webhook-sender',
]);

const withMark = (text: string): string => text.replaceAll(/https:\/\/<<marker:\w+:\d+>>/g, BASE_URL_MARK);

/** What CloudFront serves, from where, and with which headers. */
export function checkEdge(synthesized: Synthesized): void {
  describe('edge', () => {
    const configs = (each: Assembly): Data[] =>
      resources(each, 'AWS::CloudFront::Distribution').map(({ Properties }) => Properties.DistributionConfig);
    const configOf = (each: Assembly) =>
      configs(each).find(({ ConnectionMode }) => ConnectionMode === undefined);
    const domainsOf = (each: Assembly) =>
      configs(each).find(({ ConnectionMode }) => ConnectionMode === 'tenant-only');

    it('serves everything under one host: functions by default, files from S3', () => {
      const { Origins, DefaultCacheBehavior, CacheBehaviors } = configOf(synthesized.development);
      const s3 = new Set(Origins.filter((each: Data) => each.S3OriginConfig).map((each: Data) => each.Id));
      const fromS3 = CacheBehaviors.filter((each: Data) => s3.has(each.TargetOriginId)).map(
        (each: Data) => each.PathPattern,
      );
      expect(fromS3.sort()).toEqual([
        '/_dashboard/*',
        '/_page/*',
        '/assets/*',
        '/changelog*',
        '/dashboard',
        '/dashboard/*',
        '/docs',
        '/docs/*',
        '/embed.js',
        '/favicon.ico',
        '/robots.txt',
      ]);
      expect(s3.has(DefaultCacheBehavior.TargetOriginId)).toBe(false);
      for (const { OriginAccessControlId, Id } of Origins)
        expect(Boolean(OriginAccessControlId)).toBe(s3.has(Id));
    });

    it('serves one document at every path of the dashboard', () => {
      const { CacheBehaviors } = configOf(synthesized.development);
      for (const pattern of ['/dashboard', '/dashboard/*']) {
        const behavior = CacheBehaviors.find((each: Data) => each.PathPattern === pattern);
        const events = behavior.FunctionAssociations.map((each: Data) => each.EventType);
        expect(events.sort()).toEqual(['viewer-request', 'viewer-response']);
      }
    });

    it('serves HTTPS only, compresses, and sends the secret that functions require', () => {
      const { Origins, DefaultCacheBehavior, CacheBehaviors } = configOf(synthesized.production);
      for (const behavior of [DefaultCacheBehavior, ...CacheBehaviors]) {
        expect(behavior).toMatchObject({ ViewerProtocolPolicy: 'redirect-to-https', Compress: true });
        expect(behavior.ResponseHeadersPolicyId).toBeDefined();
      }
      const api = Origins.find((each: Data) => each.CustomOriginConfig);
      expect(api.CustomOriginConfig).toMatchObject({
        OriginProtocolPolicy: 'https-only',
        OriginSSLProtocols: ['TLSv1.2'],
      });
      expect(api.OriginCustomHeaders).toMatchObject([{ HeaderName: 'x-origin-secret' }]);
      const pages = ownFunctions(synthesized.production).find(each => nameOf(each) === 'pages');
      expect(JSON.stringify(pages?.Properties.Environment.Variables.ORIGIN_SECRET)).toContain(
        'resolve:secretsmanager',
      );
      expect(configOf(synthesized.production)).toMatchObject({
        Aliases: ['anteroom.app'],
        ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
      });
    });

    it('serves custom domains their page and its files, through a multi-tenant distribution', () => {
      for (const each of synthesized.both()) {
        expect(configs(each)).toHaveLength(2);
        const config = domainsOf(each);
        // No settings that only a standard distribution or the connection group can have.
        for (const name of [
          'Aliases',
          'PriceClass',
          'IPV6Enabled',
          'Staging',
          'ContinuousDeploymentPolicyId',
        ])
          expect(config).not.toHaveProperty(name);
        expect(config.CacheBehaviors.map(({ PathPattern }: Data) => PathPattern)).toEqual(['/_page/*']);
        for (const behavior of [config.DefaultCacheBehavior, ...config.CacheBehaviors]) {
          expect(behavior).toMatchObject({
            ViewerProtocolPolicy: 'redirect-to-https',
            CachePolicyId: expect.anything(),
          });
          expect(behavior).not.toHaveProperty('ForwardedValues');
          expect(behavior).not.toHaveProperty('LambdaFunctionAssociations');
        }
        expect(config.DefaultCacheBehavior.FunctionAssociations).toMatchObject([
          { EventType: 'viewer-request' },
          { EventType: 'viewer-response' },
        ]);
        const headers = resources(each, 'AWS::CloudFront::ResponseHeadersPolicy').find(
          ({ id }) => id === target(config.DefaultCacheBehavior.ResponseHeadersPolicyId),
        );
        const security = headers?.Properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig;
        expect(security?.StrictTransportSecurity.IncludeSubdomains).toBe(false);
        expect(resources(each, 'AWS::CloudFront::ConnectionGroup')).toHaveLength(1);
      }
      expect(domainsOf(synthesized.production).ViewerCertificate.MinimumProtocolVersion).toBe('TLSv1.2_2021');
    });

    it('names the custom domain endpoint if it knows the zone, and tells the functions', () => {
      const records = resources(synthesized.production, 'AWS::Route53::RecordSet').filter(
        ({ Properties }) => Properties.Type === 'CNAME',
      );
      expect(records.map(({ Properties }) => Properties.Name)).toEqual(['cname.anteroom.app.']);
      expect(JSON.stringify(records[0]?.Properties.ResourceRecords)).toContain('RoutingEndpoint');
      const originOf = (each: Assembly, name: string) =>
        JSON.stringify(
          ownFunctions(each).find(fn => nameOf(fn) === name)?.Properties.Environment.Variables
            .FALLBACK_ORIGIN,
        );
      for (const name of ['domains', 'worker']) {
        expect(originOf(synthesized.production, name)).toBe('"cname.anteroom.app"');
        expect(originOf(synthesized.development, name)).toContain('RoutingEndpoint');
      }
    });

    it('caches no errors, so a page is up as soon as its waitlist exists', () => {
      const errors = configOf(synthesized.development).CustomErrorResponses as {
        ErrorCode: number;
        ErrorCachingMinTTL: number;
      }[];
      expect(errors.map(({ ErrorCode }) => ErrorCode)).toEqual(expect.arrayContaining([403, 404, 500, 503]));
      for (const { ErrorCachingMinTTL } of errors) expect(ErrorCachingMinTTL).toBe(0);
    });

    it('restores WWW-Authenticate on the API’s responses, errors included', () => {
      const api = configOf(synthesized.development).CacheBehaviors.find(
        (each: Data) => each.PathPattern === '/api/*',
      );
      expect(api.LambdaFunctionAssociations).toMatchObject([{ EventType: 'origin-response' }]);
    });

    it('runs functions on a runtime that is documented for Lambda@Edge, and keeps their versions while copies exist', () => {
      for (const each of [synthesized.development, synthesized.elsewhere]) {
        const versions = resources(each, 'AWS::Lambda::Version').filter(({ stack }) => stack !== 'Api');
        expect(versions).toHaveLength(2);
        for (const { stack, Properties, DeletionPolicy, UpdateReplacePolicy } of versions) {
          expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['Retain', 'Retain']);
          const fn = each.stacks[stack]?.[target(Properties.FunctionName) ?? ''];
          expect(fn?.Properties.Runtime).toBe('nodejs22.x');
          const role = each.stacks[stack]?.[target(fn?.Properties.Role) ?? ''];
          expect(role?.Properties.AssumeRolePolicyDocument.Statement).toEqual([
            {
              Action: 'sts:AssumeRole',
              Effect: 'Allow',
              Principal: { Service: ['edgelambda.amazonaws.com', 'lambda.amazonaws.com'] },
            },
          ]);
        }
      }
    });

    it('includes its region in every account-wide name, so it can replace a lost region', () => {
      const region = 'eu-central-1';
      const named = {
        'AWS::CloudFront::CachePolicy': ({ CachePolicyConfig }: Data) => CachePolicyConfig.Name,
        'AWS::CloudFront::ConnectionGroup': ({ Name }: Data) => Name,
        'AWS::CloudFront::Function': ({ Name }: Data) => Name,
        'AWS::CloudFront::OriginAccessControl': ({ OriginAccessControlConfig }: Data) =>
          OriginAccessControlConfig.Name,
        'AWS::CloudFront::ResponseHeadersPolicy': ({ ResponseHeadersPolicyConfig }: Data) =>
          ResponseHeadersPolicyConfig.Name,
        'AWS::CloudWatch::Dashboard': ({ DashboardName }: Data) => DashboardName,
      };
      const names = Object.entries(named).flatMap(([type, nameIn]) => {
        const found = resources(synthesized.elsewhere, type);
        expect([type, found.length]).not.toEqual([type, 0]);
        const ofType = found.map(({ Properties }) => String(nameIn(Properties)));
        // CloudFront's limit for the resource with the shortest names.
        if (type.endsWith('OriginAccessControl')) expect(ofType.filter(name => name.length > 64)).toEqual([]);
        expect([type, new Set(ofType).size]).toEqual([type, ofType.length]);
        return ofType;
      });
      expect(names.filter(name => !name.includes(region))).toEqual([]);
    });

    it('tells the functions their own address', () => {
      for (const each of synthesized.both()) {
        for (const fn of ownFunctions(each).filter(one => !HANDS_OUT_NO_URLS.has(nameOf(one)))) {
          const baseUrl = JSON.stringify(fn.Properties.Environment.Variables.BASE_URL);
          expect(baseUrl).toMatch(
            each === synthesized.production
              ? /^"https:\/\/anteroom\.app"$/
              : /https:\/\/.*Distribution\w+DomainName/,
          );
        }
      }
    });
  });

  describe('static files', () => {
    it('are deployed at their URLs, with their types, caching and headers', async () => {
      const { files } = (await readBuilt()).site;
      const found = new Map<string, Data>();
      for (const { Properties } of resources(synthesized.development, 'Custom::CDKBucketDeployment')) {
        expect(Properties.Prune).toBe(false);
        const { 'content-type': contentType, 'cache-control': cacheControl } = Properties.SystemMetadata;
        const paths: string[] = [];
        for (const [at, key] of Properties.SourceObjectKeys.entries()) {
          const folder = join(synthesized.development.folder, `asset.${key.replace('.zip', '')}`);
          for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
            if (!entry.isFile()) continue;
            const file = join(entry.parentPath, entry.name);
            const path = `/${relative(folder, file)}`;
            paths.push(path);
            found.set(path, {
              contentType,
              cacheControl,
              headers: Properties.UserMetadata ?? {},
              body: await readFile(file),
              markers: Object.entries(Properties.SourceMarkers?.[at] ?? {}),
            });
          }
        }
        // CDK's function unpacks all sources of a deployment into one folder.
        expect(paths.filter(path => paths.some(other => other.startsWith(`${path}/`)))).toEqual([]);
      }
      expect([...found.keys()].sort()).toEqual([...files.keys()].sort());
      const named: string[] = [];
      for (const [path, { body, contentType, cacheControl, headers }] of files) {
        const { markers, body: deployed, ...rest } = found.get(path);
        expect(rest).toEqual({ contentType, cacheControl, headers: headers ?? {} });
        // The host is the distribution's, which is written in at deployment.
        for (const [, value] of markers) expect(JSON.stringify(value)).toContain('DomainName');
        if (markers.length > 0) named.push(path);
        const text = markers.length > 0 ? withMark(deployed.toString()) : deployed.toString();
        expect(text === body.toString()).toBe(true);
      }
      expect(named).toEqual(expect.arrayContaining([EMBED_PATH, '/docs', '/docs/agents', '/docs/agents.md']));
    });

    it('are the ones the pages reference', async () => {
      const pages = ownFunctions(synthesized.development).find(each => nameOf(each) === 'pages');
      const { files } = (await readBuilt()).site;
      for (const url of Object.values(JSON.parse(pages?.Properties.Environment.Variables.PAGE_ASSETS))) {
        expect(files.has(url as string)).toBe(true);
      }
    });
  });
}
