import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HTTP_FUNCTIONS, routes } from '../../lambdas/routes.ts';
import {
  type Assembly,
  allowed,
  type Data,
  type FoundResource,
  list,
  nameOf,
  ownFunctions,
  resources,
  synthesize,
} from './assembly.ts';

const PRODUCTION = {
  stage: 'production',
  sender: 'Anteroom <hello@anteroom.app>',
  alarmEmail: 'oncall@anteroom.app',
  domainName: 'anteroom.app',
  hostedZoneId: 'Z0123456789ABC',
  hostedZoneName: 'anteroom.app',
};

/** Where CloudFront's own region is another. */
const ELSEWHERE = {
  stage: 'production',
  region: 'eu-central-1',
  sender: 'hello@anteroom.app',
  alarmEmail: 'oncall@anteroom.app',
  domainName: 'anteroom.app',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/abc',
};

let assembly: Assembly;
let production: Assembly;
let elsewhere: Assembly;

beforeAll(async () => {
  [assembly, production, elsewhere] = await Promise.all([
    synthesize(),
    synthesize(PRODUCTION),
    synthesize(ELSEWHERE),
  ]);
}, 180_000);

afterAll(() => Promise.all([assembly?.remove(), production?.remove(), elsewhere?.remove()]));

/** Both stages must hold what is tested here. */
const both = (): readonly Assembly[] => [assembly, production];

/** The logical id that `{Ref}` or `{Fn::GetAtt}` names. */
const target = (value: Data): string | undefined => value?.Ref ?? value?.['Fn::GetAtt']?.[0];

describe('synthesis', () => {
  it('leaves no warning and no unacknowledged finding', () => {
    for (const { messages } of [assembly, production, elsewhere]) expect(messages).toEqual([]);
  });

  it('makes the same stacks in both stages', () => {
    expect(Object.keys(production.stacks).sort()).toEqual([
      'Api',
      'Data',
      'Edge',
      'Messaging',
      'Observability',
    ]);
    expect(Object.keys(assembly.stacks).sort()).toEqual(Object.keys(production.stacks).sort());
  });

  it('needs a stack more outside us-east-1, for what CloudFront takes from there only', () => {
    const added = Object.keys(elsewhere.stacks).filter(name => !(name in production.stacks));
    expect(added).toHaveLength(1);
    expect(Object.values(elsewhere.stacks[added[0] ?? ''] ?? {}).map(({ Type }) => Type)).toContain(
      'AWS::Lambda::Version',
    );
  });

  it('writes no secret and no path of this machine into a template', () => {
    for (const { stacks } of both()) {
      const text = JSON.stringify(stacks);
      expect(text).not.toContain(process.cwd());
      expect(text).toContain('{{resolve:secretsmanager:');
    }
  });
});

describe('routes', () => {
  it('are those of lambdas/routes.ts, each to its function', () => {
    const integrations = new Map(
      resources(assembly, 'AWS::ApiGatewayV2::Integration').map(each => [each.id, each] as const),
    );
    const functions = new Map(ownFunctions(assembly).map(each => [each.id, nameOf(each)] as const));
    const found = resources(assembly, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => {
      const integration = integrations.get(target(Properties.Target['Fn::Join'][1][1]) ?? '');
      expect(integration?.Properties.PayloadFormatVersion).toBe('2.0');
      return {
        routeKey: Properties.RouteKey,
        function: functions.get(target(integration?.Properties.IntegrationUri) ?? ''),
      };
    });
    const byKey = (a: { routeKey: string }, b: { routeKey: string }) => a.routeKey.localeCompare(b.routeKey);
    expect(found.sort(byKey)).toEqual([...routes].sort(byKey));
  });

  it('are throttled, and logged without personal data', () => {
    for (const each of both()) {
      const [stage] = resources(each, 'AWS::ApiGatewayV2::Stage');
      expect(stage?.Properties.DefaultRouteSettings.ThrottlingRateLimit).toBeGreaterThan(0);
      const format = stage?.Properties.AccessLogSettings.Format as string;
      expect(format).not.toMatch(/sourceIp|userAgent|\$context\.path|identity|authorizer|\.ip/);
      expect(JSON.parse(format)).toHaveProperty('requestId');
    }
  });
});

describe('functions', () => {
  it('are one for each group, the worker and the migrations', () => {
    expect(ownFunctions(assembly).map(nameOf).sort()).toEqual(
      [...HTTP_FUNCTIONS, 'migrate', 'worker'].sort(),
    );
  });

  it('run Node.js 24 on arm64 with tracing, JSON logs and a log group that forgets', () => {
    const logGroups = new Map(
      resources(assembly, 'AWS::Logs::LogGroup').map(each => [each.id, each] as const),
    );
    for (const { Properties } of ownFunctions(assembly)) {
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        TracingConfig: { Mode: 'Active' },
        LoggingConfig: { LogFormat: 'JSON' },
      });
      const logGroup = logGroups.get(target(Properties.LoggingConfig.LogGroup) ?? '');
      expect(logGroup?.Properties.RetentionInDays).toBeGreaterThan(0);
    }
  });

  it('that answer HTTP end before API Gateway gives up', () => {
    const http = ownFunctions(assembly).filter(each =>
      (HTTP_FUNCTIONS as readonly string[]).includes(nameOf(each)),
    );
    for (const { Properties } of http) expect(Properties.Timeout).toBeLessThanOrEqual(29);
  });

  it('each have a role of their own', () => {
    for (const each of both()) {
      const roles = resources(each, 'AWS::Lambda::Function').map(
        ({ stack, Properties }) => `${stack} ${target(Properties.Role)}`,
      );
      expect(new Set(roles).size).toBe(roles.length);
    }
  });

  it('have their concurrency reserved in production, within what the database takes', () => {
    const reserved = ownFunctions(production).map(
      ({ Properties }) => (Properties.ReservedConcurrentExecutions as number) ?? 0,
    );
    const sum = reserved.reduce((total, each) => total + each, 0);
    const [cluster] = resources(production, 'AWS::RDS::DBCluster');
    expect(sum).toBeGreaterThan(0);
    // About 200 connections for each unit of Aurora's largest size, at most 2000 with a small minimum.
    expect(sum).toBeLessThanOrEqual(
      Math.min(2_000, cluster?.Properties.ServerlessV2ScalingConfiguration.MaxCapacity * 200),
    );
    for (const { Properties } of ownFunctions(assembly))
      expect(Properties.ReservedConcurrentExecutions).toBeUndefined();
  });

  it('serve new code only after the migrations ran', () => {
    const [trigger, ...others] = resources(assembly, 'Custom::Trigger');
    expect(others).toEqual([]);
    expect(trigger?.Properties).toMatchObject({
      InvocationType: 'RequestResponse',
      ExecuteOnHandlerChange: true,
    });
    const version = assembly.stacks.Api?.[target(trigger?.Properties.HandlerArn) ?? ''];
    const migrate = ownFunctions(assembly).find(each => nameOf(each) === 'migrate');
    expect(target(version?.Properties.FunctionName)).toBe(migrate?.id);
    for (const each of ownFunctions(assembly).filter(({ id }) => id !== migrate?.id)) {
      expect(each.DependsOn).toContain(trigger?.id);
    }
  });
});

describe('environment', () => {
  /** Node.js reads it itself. */
  const OF_NODE = 'NODE_EXTRA_CA_CERTS';

  /** A value as a function finds it; what only a deployment knows is something of its form. */
  function deployed(name: string, value: Data): string {
    if (typeof value === 'string') return value;
    const parts = value['Fn::Join']?.[1] as Data[] | undefined;
    if (parts) return parts.map(part => deployed('', part)).join('');
    return name.endsWith('_URL') ? 'https://known-at.deployment' : 'known-at-deployment';
  }

  it.each([...HTTP_FUNCTIONS, 'worker', 'migrate'])(
    'of %s is what its settings read: all they need, and nothing else',
    async name => {
      const { createHandler } = (await import(`../../lambdas/${name}/handler.ts`)) as Data;
      for (const each of both()) {
        const fn = ownFunctions(each).find(one => nameOf(one) === name);
        const variables = Object.entries(fn?.Properties.Environment.Variables as Record<string, Data>);
        const environment = Object.fromEntries(variables.map(([key, value]) => [key, deployed(key, value)]));
        expect(() => createHandler(environment)).not.toThrow();

        // A value that is no text is refused by whoever reads it, so the error names each variable that is read.
        const unreadable = Object.fromEntries(variables.map(([key]) => [key, {}]));
        const read = readNames(() => createHandler(unreadable));
        for (const [key] of variables) if (key !== OF_NODE) expect(read).toContain(key);
      }
    },
  );

  function readNames(create: () => unknown): string[] {
    try {
      create();
    } catch (error) {
      return [...(error as Error).message.matchAll(/^ {2}(\w+):/gm)].map(match => match[1] ?? '');
    }
    throw new Error('The settings took what is no text');
  }
});

describe('permissions', () => {
  it('allow no wildcard action, and no action on everything but those that know no resource', () => {
    const withoutResource =
      /^(xray:Put\w+|ec2:(Create|Delete|Describe)NetworkInterfaces?|ec2:DescribeSubnets|ec2:(Una|A)ssignPrivateIpAddresses)$/;
    for (const each of both()) {
      for (const { policy, Action, Resource } of allowed(each)) {
        const everything = list(Resource).includes('*');
        for (const action of list(Action)) {
          expect(`${policy} ${action}`).not.toMatch(/ \*$|:\*$/);
          if (everything) expect(action).toMatch(withoutResource);
        }
      }
    }
  });

  it('give our functions no managed policy', () => {
    const roles = resources(assembly, 'AWS::IAM::Role').filter(
      ({ stack, id }) => stack === 'Api' && !id.startsWith('AWSCDK'),
    );
    expect(roles).toHaveLength(ownFunctions(assembly).length);
    for (const { Properties } of roles) expect(Properties.ManagedPolicyArns).toBeUndefined();
  });

  it('let only the migrations read the master user’s secret, and only signups send wake-ups', () => {
    const holders = (pattern: RegExp) =>
      allowed(assembly)
        .filter(({ Action, Resource }) =>
          pattern.test(`${JSON.stringify(Action)} ${JSON.stringify(Resource)}`),
        )
        .map(({ policy }) => policy.replace(/Role.*/, ''));
    expect(holders(/secretsmanager:GetSecretValue.*MasterUserSecret/)).toEqual(['MigrationsMigrate']);
    expect(holders(/sqs:SendMessage/)).toEqual(['Pages']);
    expect(holders(/ses:/)).toEqual(['Worker']);
  });
});

describe('nothing is public', () => {
  it('no bucket, which CloudFront alone may read, over TLS', () => {
    for (const each of both()) {
      const buckets = resources(each, 'AWS::S3::Bucket');
      expect(buckets).toHaveLength(2);
      for (const { Properties } of buckets) {
        expect(Properties.PublicAccessBlockConfiguration).toEqual({
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        });
        expect(Properties.BucketEncryption).toBeDefined();
      }
      for (const { Properties } of resources(each, 'AWS::S3::BucketPolicy')) {
        const statements = Properties.PolicyDocument.Statement as {
          Effect: string;
          Principal: Data;
          Condition?: Data;
        }[];
        expect(
          statements.some(
            ({ Effect, Condition }) =>
              Effect === 'Deny' && Condition?.Bool?.['aws:SecureTransport'] === 'false',
          ),
        ).toBe(true);
        for (const { Effect, Principal, Condition } of statements) {
          if (Effect !== 'Allow') continue;
          expect(Principal.AWS).not.toBe('*');
          if (Principal.Service === 'cloudfront.amazonaws.com')
            expect(JSON.stringify(Condition)).toContain('SourceArn');
        }
      }
    }
  });

  it('no database: isolated subnets, no public address, our functions only, encrypted, IAM', () => {
    for (const each of both()) {
      for (const { Properties } of resources(each, 'AWS::RDS::DBInstance'))
        expect(Properties.PubliclyAccessible ?? false).toBe(false);
      const [cluster] = resources(each, 'AWS::RDS::DBCluster');
      expect(cluster?.Properties).toMatchObject({
        StorageEncrypted: true,
        EnableIAMDatabaseAuthentication: true,
        ManageMasterUserPassword: true,
      });
      expect(cluster?.Properties.MasterUserPassword).toBeUndefined();
      for (const { Properties } of resources(each, 'AWS::EC2::SecurityGroupIngress')) {
        expect(Properties.CidrIp ?? Properties.CidrIpv6).toBeUndefined();
        expect(Properties.SourceSecurityGroupId).toBeDefined();
      }
      for (const { Properties } of resources(each, 'AWS::EC2::SecurityGroup'))
        expect(Properties.SecurityGroupIngress).toBeUndefined();
      const [parameters] = resources(each, 'AWS::RDS::DBClusterParameterGroup');
      expect(parameters?.Properties.Parameters).toMatchObject({ 'rds.force_ssl': '1' });
    }
    expect(resources(production, 'AWS::RDS::DBCluster')[0]?.Properties.DeletionProtection).toBe(true);
  });

  it('no function url, and no function that all may invoke', () => {
    for (const each of both()) {
      expect(resources(each, 'AWS::Lambda::Url')).toEqual([]);
      for (const { Properties } of resources(each, 'AWS::Lambda::Permission')) {
        expect(Properties.Principal).toMatch(/^(apigateway|events)\.amazonaws\.com$/);
        expect(Properties.SourceArn).toBeDefined();
      }
    }
  });

  it('every queue is encrypted, takes TLS only, and has its dead letters', () => {
    const queues = resources(assembly, 'AWS::SQS::Queue');
    const deadLetters = new Set(
      queues.map(({ Properties }) => target(Properties.RedrivePolicy?.deadLetterTargetArn)).filter(Boolean),
    );
    for (const { id, Properties } of queues) {
      expect(Properties.SqsManagedSseEnabled).toBe(true);
      expect(deadLetters.has(id) || Properties.RedrivePolicy !== undefined).toBe(true);
    }
    const policies = resources(assembly, 'AWS::SQS::QueuePolicy').map(({ Properties }) =>
      JSON.stringify(Properties.PolicyDocument),
    );
    expect(policies).toHaveLength(queues.length);
    for (const policy of policies) expect(policy).toContain('"aws:SecureTransport":"false"');
  });
});

describe('worker', () => {
  it('is fed by the queue with partial failures, and by a schedule', () => {
    const [source] = resources(assembly, 'AWS::Lambda::EventSourceMapping');
    expect(source?.Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    const rule = (each: Assembly): FoundResource | undefined => resources(each, 'AWS::Events::Rule')[0];
    expect(rule(production)?.Properties.ScheduleExpression).toBe('rate(1 minute)');
    const worker = ownFunctions(assembly).find(each => nameOf(each) === 'worker');
    expect(target(rule(assembly)?.Properties.Targets[0].Arn)).toBe(worker?.id);
    const [queue] = resources(assembly, 'AWS::SQS::Queue').filter(
      ({ Properties }) => Properties.RedrivePolicy,
    );
    expect(queue?.Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * worker?.Properties.Timeout);
  });
});

describe('edge', () => {
  const configOf = (each: Assembly) =>
    resources(each, 'AWS::CloudFront::Distribution')[0]?.Properties.DistributionConfig;

  it('serves everything under one host: functions by default, files from S3', () => {
    const { Origins, DefaultCacheBehavior, CacheBehaviors } = configOf(assembly);
    const s3 = new Set(Origins.filter((each: Data) => each.S3OriginConfig).map((each: Data) => each.Id));
    const fromS3 = CacheBehaviors.filter((each: Data) => s3.has(each.TargetOriginId)).map(
      (each: Data) => each.PathPattern,
    );
    expect(fromS3.sort()).toEqual(['/_page/*', '/assets/*', '/docs', '/docs/*']);
    expect(s3.has(DefaultCacheBehavior.TargetOriginId)).toBe(false);
    for (const { OriginAccessControlId, Id } of Origins)
      expect(Boolean(OriginAccessControlId)).toBe(s3.has(Id));
  });

  it('speaks HTTPS only, compresses, and sends the secret that functions ask for', () => {
    const { Origins, DefaultCacheBehavior, CacheBehaviors } = configOf(production);
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
    const pages = ownFunctions(production).find(each => nameOf(each) === 'pages');
    expect(JSON.stringify(pages?.Properties.Environment.Variables.ORIGIN_SECRET)).toContain(
      'resolve:secretsmanager',
    );
    expect(configOf(production)).toMatchObject({
      Aliases: ['anteroom.app'],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
  });

  it('keeps no error, so that a page is there as soon as its waitlist is', () => {
    const errors = configOf(assembly).CustomErrorResponses as {
      ErrorCode: number;
      ErrorCachingMinTTL: number;
    }[];
    expect(errors.map(({ ErrorCode }) => ErrorCode)).toEqual(expect.arrayContaining([403, 404, 500, 503]));
    for (const { ErrorCachingMinTTL } of errors) expect(ErrorCachingMinTTL).toBe(0);
  });

  it('gives WWW-Authenticate back on the API’s answers, errors among them', () => {
    const api = configOf(assembly).CacheBehaviors.find((each: Data) => each.PathPattern === '/api/*');
    expect(api.LambdaFunctionAssociations).toMatchObject([{ EventType: 'origin-response' }]);
  });

  it('tells the functions their own address', () => {
    for (const each of both()) {
      for (const fn of ownFunctions(each).filter(one => nameOf(one) !== 'migrate')) {
        const baseUrl = JSON.stringify(fn.Properties.Environment.Variables.BASE_URL);
        expect(baseUrl).toMatch(
          each === production ? /^"https:\/\/anteroom\.app"$/ : /https:\/\/.*Distribution\w+DomainName/,
        );
      }
    }
  });
});

describe('alarms', () => {
  it('say what they mean, and reach somebody in production', () => {
    const alarms = resources(production, 'AWS::CloudWatch::Alarm');
    expect(alarms.map(({ id }) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
      'BounceRate',
      'ComplaintRate',
      'DatabaseCapacity',
      'DatabaseConnections',
      'DeadLetters',
      'FunctionErrors',
      'Latency',
      'ParkedOutboxRows',
      'QueueAge',
      'ServerErrors',
      'Throttles',
    ]);
    for (const { Properties } of alarms) {
      expect(Properties.AlarmDescription.length).toBeGreaterThan(30);
      expect(Properties.AlarmActions).toHaveLength(1);
    }
  });
});
