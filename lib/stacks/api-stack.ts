import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { type HttpMethod, HttpRoute, HttpRouteKey, PayloadFormatVersion } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Construct, IConstruct } from 'constructs';
import type { PageAssets } from '../../core/pages/page-assets.ts';
import { functions, httpFunction } from '../../lambdas/functions.ts';
import { HTTP_FUNCTIONS, type Route, routes } from '../../lambdas/http/routes.ts';
import type { Need } from '../../settings/read-settings.ts';
import { bundleOf, type FunctionBundle } from '../build/bundle-function.ts';
import { cardPackages } from '../build/card-packages.ts';

import { planConcurrency } from '../concurrency.ts';
import { ApiFunction, type ApiFunctionProps } from '../constructs/api-function.ts';
import { Exports } from '../constructs/exports.ts';
import { FEEDBACK_TIMEOUT } from '../constructs/mail-feedback.ts';
import { MIGRATION_TIMEOUT, Migrations, migrationFiles } from '../constructs/migrations.ts';
import { DatabaseConnector, WebhookSender } from '../constructs/outside-function.ts';
import { SharedChallenge } from '../constructs/shared-challenge.ts';
import { StagingBucket } from '../constructs/staging-bucket.ts';
import { StripeKeys } from '../constructs/stripe-keys.ts';
import { Uploads } from '../constructs/uploads.ts';
import { WORKER_TIMEOUT } from '../constructs/worker-queue.ts';
import { createGrants } from '../grants.ts';
import type { DeploymentSettings } from '../settings.ts';
import type { DataStack } from './data-stack.ts';
import type { EdgeStack } from './edge-stack.ts';
import type { MessagingStack } from './messaging-stack.ts';

interface ApiStackProps extends StackProps {
  readonly settings: DeploymentSettings;
  /** By function name. */
  readonly bundles: ReadonlyMap<string, FunctionBundle>;
  readonly pageAssets: PageAssets;
  readonly data: DataStack;
  readonly messaging: MessagingStack;
  readonly edge: EdgeStack;
  /** The commit of the code, if known. */
  readonly commit?: string | undefined;
  /** Changes with every deployment. */
  readonly deployment: string;
}

/** The service's code: a function for each endpoint group, the worker, and the migrations, which run first. */
export class ApiStack extends Stack {
  readonly httpFunctions: ReadonlyMap<string, ApiFunction>;
  readonly uploads: Uploads;
  readonly exports: Exports;
  readonly worker: ApiFunction;
  readonly mailFeedback: ApiFunction;
  readonly connector: DatabaseConnector;
  readonly webhookSender: WebhookSender;
  readonly #props: ApiStackProps;
  readonly #concurrency: ReadonlyMap<string, number> | undefined;
  readonly #grants: Readonly<Record<string, (fn: ApiFunction) => void>>;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, { ...props, description: 'Anteroom: functions, routes, worker, migrations' });
    this.#props = props;
    const { settings } = props;
    if (props.commit) new CfnOutput(this, 'Commit', { value: props.commit, description: 'What is deployed' });
    this.#concurrency = planConcurrency(props.bundles.keys(), settings);
    this.connector = new DatabaseConnector(this, 'Connector', this.common('database-connector'));
    this.connector.fn.checkVariables(functions['database-connector'].needs);
    this.webhookSender = new WebhookSender(this, 'Sender', this.common('webhook-sender'));
    this.webhookSender.fn.checkVariables(functions['webhook-sender'].needs);
    const staging = new StagingBucket(this, 'Staging');
    this.#grants = createGrants({
      ...props,
      connector: this.connector,
      webhookSender: this.webhookSender,
      staging,
      challenge: new SharedChallenge(this, 'SharedChallenge', settings.turnstile),
      stripe: settings.stripe && new StripeKeys(this, 'StripeKeys', settings.stripe),
    });
    this.httpFunctions = new Map(HTTP_FUNCTIONS.map(name => [name, this.createHttpFunction(name)]));
    this.addRoutes();
    this.uploads = this.createUploads(staging);
    this.exports = this.createExports();
    this.worker = this.createWorker();
    this.mailFeedback = this.createMailFeedback();
    this.migrateBefore(
      ...this.httpFunctions.values(),
      ...this.uploads.functions,
      this.exports.sender,
      this.worker,
      this.mailFeedback,
      this.connector,
      this.webhookSender,
    );
  }

  private common(
    name: string,
  ): Pick<ApiFunctionProps, 'bundle' | 'reservedConcurrency' | 'logRetention' | 'removalPolicy'> {
    const { bundles, settings } = this.#props;
    return {
      bundle: bundleOf(bundles, name),
      reservedConcurrency: this.#concurrency?.get(name),
      logRetention: settings.preset.logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    };
  }

  /**
   * Creates a function inside the VPC and grants what it needs.
   * @throws {Error} if a need has no grant, or the grants leave a required setting without its variable
   */
  private createFunction(
    name: string,
    needs: readonly Need[],
    {
      scope = this,
      ...props
    }: Partial<ApiFunctionProps> & { readonly description: string; readonly scope?: Construct },
  ): ApiFunction {
    const { data, deployment, settings } = this.#props;
    const fn = new ApiFunction(scope, pascal(name), {
      ...this.common(name),
      network: data.network,
      ...props,
    });
    for (const need of needs) {
      const grant = this.#grants[need.name];
      if (!grant) throw new Error(`Nothing grants ${need.name}, which ${name} needs`);
      grant(fn);
      for (const variable of Object.keys(need.settings)) {
        const value = settings.variables[variable];
        if (value !== undefined) fn.setVariable(variable, value);
      }
    }
    fn.checkVariables(needs);
    // Stacks read each other's outputs only when a resource changes. No code reads this number: because it is new in every
    // deployment, a function never stays on a database or a queue that was replaced.
    fn.lambda.addEnvironment('DEPLOYMENT', deployment);
    return fn;
  }

  private migrateBefore(...constructs: IConstruct[]): void {
    const migrations = new Migrations(this, 'Migrations');
    const fn = this.createFunction('migrate', functions.migrate.needs, {
      scope: migrations,
      description: 'Brings the database schema up to date at deployment',
      files: migrationFiles(),
      timeout: MIGRATION_TIMEOUT,
      memorySize: 512,
    });
    migrations.run(fn, constructs);
  }

  private createHttpFunction(name: string): ApiFunction {
    return this.createFunction(name, httpFunction(name).needs, {
      description: `Anteroom: routes of the group ${name}`,
      // Images are decoded and drawn there: a whole processor, and room for large ones.
      ...(name === 'card' && { files: cardPackages(), memorySize: 1_769 }),
    });
  }

  private addRoutes(): void {
    const integrations = new Map(
      [...this.httpFunctions].map(([name, { lambda }]) => [
        name,
        new HttpLambdaIntegration(pascal(name), lambda, {
          payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
          timeout: Duration.seconds(29),
          // A function's policy has room for about 50 routes, so the API may call it from any.
          scopePermissionToRoute: false,
        }),
      ]),
    );
    for (const route of routes) {
      const integration = integrations.get(route.function);
      if (!integration) throw new Error(`No function handles the route ${route.routeKey}`);
      const construct = new HttpRoute(this, `Route ${route.routeKey}`, {
        httpApi: this.#props.edge.front.api,
        routeKey: keyOf(route),
        integration,
      });
      Validations.of(construct).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason:
          'The function authenticates the caller, in one round trip with the rate limit (and some routes are public); an authorizer would look up the key twice.',
      });
    }
  }

  private createUploads(staging: StagingBucket): Uploads {
    const { edge, settings } = this.#props;
    return new Uploads(this, 'Uploads', {
      front: edge.uploadFront,
      otherMethods: edge.front,
      authorizer: this.createFunction('upload-authorizer', functions['upload-authorizer'].needs, {
        description: 'Anteroom: key, rate limit and scope of an upload',
      }),
      processor: this.createFunction('assets', functions.assets.needs, {
        functionName: edge.processorName,
        description: 'Anteroom: turns a staged upload into an image',
        // Longer than it waits for a database, and shorter than upload-answer waits for it.
        timeout: Duration.seconds(26),
      }),
      staging,
      preset: settings.preset,
    });
  }

  private createExports(): Exports {
    const { edge, settings } = this.#props;
    return new Exports(this, 'Exports', {
      front: edge.exportFront,
      otherMethods: edge.front,
      sender: this.createFunction('export', functions.export.needs, {
        description: 'Anteroom: streams the signups of a waitlist as a file',
        timeout: Duration.minutes(15),
      }),
      preset: settings.preset,
    });
  }

  private createWorker(): ApiFunction {
    const { messaging, settings } = this.#props;
    const worker = this.createFunction('worker', functions.worker.needs, {
      description: 'Anteroom: runs jobs after a commit',
      timeout: WORKER_TIMEOUT,
    });
    messaging.workerQueue.feed(worker);
    new Rule(this, 'Sweep', {
      description: 'Catches lost wake-ups',
      schedule: Schedule.rate(Duration.minutes(settings.preset.sweepMinutes)),
      targets: [new LambdaTarget(worker.lambda, { retryAttempts: 0 })],
    });
    return worker;
  }

  private createMailFeedback(): ApiFunction {
    const fn = this.createFunction('mail-feedback', functions['mail-feedback'].needs, {
      description: 'Anteroom: suppresses addresses that bounced or complained',
      timeout: FEEDBACK_TIMEOUT,
      memorySize: 512,
    });
    this.#props.messaging.mailFeedback.feed(fn);
    return fn;
  }
}

/** `email-templates` → `EmailTemplates`. */
const pascal = (name: string): string =>
  name.replace(/(^|-)(\w)/g, (_match, _dash: string, letter: string) => letter.toUpperCase());

function keyOf({ routeKey }: Route): HttpRouteKey {
  const [method, path] = routeKey.split(' ');
  return path === undefined ? HttpRouteKey.DEFAULT : HttpRouteKey.with(path, method as HttpMethod);
}
