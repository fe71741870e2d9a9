import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { readMigrations } from '../../../adapters/postgres/kernel/migrate.ts';
import { functions, httpFunction } from '../../../lambdas/functions.ts';
import { HTTP_FUNCTIONS } from '../../../lambdas/http/routes.ts';
import { planConcurrency } from '../../../lib/concurrency.ts';
import { PRESETS } from '../../../lib/presets.ts';
import { LOCAL_RUNTIME } from '../../../local/http/stream-function.ts';
import { database } from '../../../settings/needs.ts';
import { readSettings } from '../../../settings/read-settings.ts';
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

/** The upload functions; neither answers HTTP. */
const UPLOAD_FUNCTIONS = ['assets', 'upload-authorizer'];
/** The functions that stream their answers. */
const EXPORT_FUNCTION = 'export';

/** How functions run, their environment, and the order of deployment. */
export function checkFunctions(synthesized: Synthesized): void {
  describe('functions', () => {
    it('are one per group, two for uploads, and one each for exports, jobs, SES feedback, the connector, webhooks and migrations', () => {
      expect(ownFunctions(synthesized.development).map(nameOf).sort()).toEqual(
        [
          ...HTTP_FUNCTIONS,
          ...UPLOAD_FUNCTIONS,
          EXPORT_FUNCTION,
          'database-connector',
          'mail-feedback',
          'migrate',
          'webhook-sender',
          'worker',
        ].sort(),
      );
    });

    it('run Node.js 24 on arm64 with tracing, JSON logs and a log group that expires', () => {
      const logGroups = new Map(
        resources(synthesized.development, 'AWS::Logs::LogGroup').map(each => [each.id, each] as const),
      );
      for (const { Properties } of ownFunctions(synthesized.development)) {
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

    it('that answer HTTP time out before API Gateway does', () => {
      const http = ownFunctions(synthesized.development).filter(each =>
        HTTP_FUNCTIONS.includes(nameOf(each)),
      );
      for (const { Properties } of http) expect(Properties.Timeout).toBeLessThanOrEqual(29);
    });

    it('each have their own role', () => {
      for (const each of synthesized.both()) {
        const roles = resources(each, 'AWS::Lambda::Function').map(
          ({ stack, Properties }) => `${stack} ${target(Properties.Role)}`,
        );
        expect(new Set(roles).size).toBe(roles.length);
      }
    });

    it('have reserved concurrency in production, as planned for all of them', () => {
      const functions = ownFunctions(synthesized.production);
      const planned = planConcurrency(functions.map(nameOf), {
        preset: PRESETS.production,
        lambdaConcurrency: 1_000,
      });
      for (const each of functions)
        expect([nameOf(each), each.Properties.ReservedConcurrentExecutions]).toEqual([
          nameOf(each),
          planned?.get(nameOf(each)),
        ]);
      // Functions without it run at deployments, or from queues that limit their concurrency.
      const limits = resources(synthesized.production, 'AWS::Lambda::EventSourceMapping').map(
        ({ Properties }) => Properties.ScalingConfig.MaximumConcurrency as number,
      );
      expect(limits.reduce((sum, each) => sum + each, 0)).toBeLessThan(15);
      for (const { Properties } of ownFunctions(synthesized.development))
        expect(Properties.ReservedConcurrentExecutions).toBeUndefined();
    });

    it('get a number that changes with every deployment, so that each reads again what other stacks export', () => {
      for (const each of synthesized.both())
        for (const { Properties } of ownFunctions(each).filter(({ Properties }) => Properties.VpcConfig))
          expect(Properties.Environment.Variables.DEPLOYMENT).toBe('1764097200000');
    });

    it('need one permission for each API that calls them, however many routes they have', () => {
      for (const each of synthesized.both()) {
        const permissions = resources(each, 'AWS::Lambda::Permission').filter(
          ({ Properties }) => Properties.Principal === 'apigateway.amazonaws.com',
        );
        const byFunction = Map.groupBy(permissions, ({ Properties }) => target(Properties.FunctionName));
        expect(byFunction.size).toBeGreaterThan(10);
        for (const [, ofFunction] of byFunction) expect(ofFunction).toHaveLength(1);
      }
    });

    it('wait long enough for a paused database to wake, and then still answer', () => {
      for (const each of [synthesized.development, synthesized.production]) {
        const [cluster] = resources(each, 'AWS::RDS::DBCluster');
        const pauses = cluster?.Properties.ServerlessV2ScalingConfiguration.MinCapacity === 0;
        const connected = ownFunctions(each).filter(
          ({ Properties }) =>
            Properties.Environment?.Variables.DATABASE_USER &&
            !Properties.Environment.Variables.MASTER_SECRET_ARN,
        );
        expect(connected.length).toBeGreaterThan(10);
        for (const { Properties } of connected) {
          const { DATABASE_CONNECT_SECONDS: given } = Properties.Environment.Variables;
          const { DATABASE_CONNECT_SECONDS } = readSettings([database], { DATABASE_CONNECT_SECONDS: given });
          expect(DATABASE_CONNECT_SECONDS > 20).toBe(pauses);
          expect(Properties.Timeout).toBeGreaterThan(DATABASE_CONNECT_SECONDS);
        }
      }
    });

    it('serve new code only after the migrations have run', () => {
      const [trigger, ...others] = resources(synthesized.development, 'Custom::Trigger');
      expect(others).toEqual([]);
      expect(trigger?.Properties).toMatchObject({
        InvocationType: 'RequestResponse',
        ExecuteOnHandlerChange: true,
      });
      const version = synthesized.development.stacks.Api?.[target(trigger?.Properties.HandlerArn) ?? ''];
      const migrate = ownFunctions(synthesized.development).find(each => nameOf(each) === 'migrate');
      expect(target(version?.Properties.FunctionName)).toBe(migrate?.id);
      for (const each of ownFunctions(synthesized.development).filter(({ id }) => id !== migrate?.id)) {
        expect(each.DependsOn).toContain(trigger?.id);
      }
    });

    it('migrate with every SQL file, routines included', async () => {
      const migrate = ownFunctions(synthesized.development).find(each => nameOf(each) === 'migrate');
      const asset = `asset.${String(migrate?.Properties.Code.S3Key).replace('.zip', '')}`;
      const shipped = await readMigrations(
        pathToFileURL(join(synthesized.development.folder, asset, 'migrations/')),
      );
      expect(shipped).toEqual(await readMigrations(new URL('../../../migrations/', import.meta.url)));
    });
  });

  describe('environment', () => {
    /** Node.js reads the first itself; the second is for CloudFormation. */
    const NOT_SETTINGS = ['NODE_EXTRA_CA_CERTS', 'DEPLOYMENT'];

    /** A value as a function gets it; values known only after deployment are replaced by one of the same form. */
    function deployed(name: string, value: Data): string {
      if (typeof value === 'string') return value;
      const parts = value['Fn::Join']?.[1] as Data[] | undefined;
      if (parts) return parts.map(part => deployed('', part)).join('');
      return name.endsWith('_URL') ? 'https://known-at.deployment' : 'known-at-deployment';
    }

    it.each([
      ...HTTP_FUNCTIONS,
      ...UPLOAD_FUNCTIONS,
      EXPORT_FUNCTION,
      'worker',
      'mail-feedback',
      'migrate',
      'database-connector',
      'webhook-sender',
    ])('of %s is exactly what its settings read', name => {
      const handler: Data =
        name in functions ? functions[name as keyof typeof functions] : httpFunction(name);
      // The streaming runtime exists only in Lambda.
      const createHandler = (given: Data) =>
        name === EXPORT_FUNCTION ? handler.createHandler(given, LOCAL_RUNTIME) : handler.createHandler(given);
      for (const each of synthesized.both()) {
        const fn = ownFunctions(each).find(one => nameOf(one) === name);
        const variables = Object.entries(
          (fn?.Properties.Environment?.Variables ?? {}) as Record<string, Data>,
        );
        const environment = Object.fromEntries(variables.map(([key, value]) => [key, deployed(key, value)]));
        expect(() => createHandler(environment)).not.toThrow();

        // Every reader refuses a value that is not text, so the error names each variable that is read.
        const unreadable = Object.fromEntries(variables.map(([key]) => [key, {}]));
        const settings = variables.filter(([key]) => !NOT_SETTINGS.includes(key));
        if (settings.length === 0) continue;
        const read = readNames(() => createHandler(unreadable));
        for (const [key] of settings) expect(read).toContain(key);
      }
    });

    function readNames(create: () => unknown): string[] {
      try {
        create();
      } catch (error) {
        return [...(error as Error).message.matchAll(/^ {2}(\w+):/gm)].map(match => match[1] ?? '');
      }
      throw new Error('The settings took what is no text');
    }
  });

  describe('worker', () => {
    it('is triggered by the queue, with partial failures, and by a schedule', () => {
      for (const { Properties } of resources(synthesized.development, 'AWS::Lambda::EventSourceMapping'))
        expect(Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
      const rule = (each: Assembly): FoundResource | undefined =>
        resources(each, 'AWS::Events::Rule').find(({ Properties }) => Properties.ScheduleExpression);
      expect(rule(synthesized.production)?.Properties.ScheduleExpression).toBe('rate(1 minute)');
      const worker = ownFunctions(synthesized.development).find(each => nameOf(each) === 'worker');
      expect(target(rule(synthesized.development)?.Properties.Targets[0].Arn)).toBe(worker?.id);
      const queue = resources(synthesized.development, 'AWS::SQS::Queue').find(
        ({ id, Properties }) => id.startsWith('WorkerQueue') && Properties.RedrivePolicy,
      );
      expect(queue?.Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * worker?.Properties.Timeout);
    });
  });
}
