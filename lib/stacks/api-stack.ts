import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { type HttpMethod, HttpRoute, HttpRouteKey, PayloadFormatVersion } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import type { PageAssets } from '../../core/pages/page-assets.ts';
import { HTTP_FUNCTIONS, type HttpFunction, type Route, routes } from '../../lambdas/http/routes.ts';
import { bundleOf, type FunctionBundle } from '../build/bundle-function.ts';

import { planConcurrency } from '../concurrency.ts';
import { ApiFunction, type ApiFunctionProps } from '../constructs/api-function.ts';
import { DatabaseConnector } from '../constructs/database-connector.ts';
import { Exports } from '../constructs/exports.ts';
import { FEEDBACK_TIMEOUT } from '../constructs/mail-feedback.ts';
import { Migrations } from '../constructs/migrations.ts';
import { grantPageModel } from '../constructs/page-model.ts';
import { SharedChallenge } from '../constructs/shared-challenge.ts';
import { StripeKeys } from '../constructs/stripe-keys.ts';
import { Uploads } from '../constructs/uploads.ts';
import { metricsNamespace } from '../constructs/watch.ts';
import { WORKER_TIMEOUT } from '../constructs/worker-queue.ts';
import type { DeploymentSettings } from '../settings.ts';
import type { DataStack } from './data-stack.ts';
import type { EdgeStack } from './edge-stack.ts';
import type { MessagingStack } from './messaging-stack.ts';

/** Where images are. */
const IMAGES = {
  prefix: 'assets/',
  variable: 'ASSETS_BUCKET',
  arnOutput: 'PublishOutputFnGetAttUploadBucketB0FBA037ArnE8DA183E',
} as const;

interface ApiStackProps extends StackProps {
  readonly settings: DeploymentSettings;
  /** By function name. */
  readonly bundles: ReadonlyMap<string, FunctionBundle>;
  readonly pageAssets: PageAssets;
  readonly data: DataStack;
  readonly messaging: MessagingStack;
  readonly edge: EdgeStack;
  /** Of which the code is, where that is known. */
  readonly commit?: string | undefined;
}

/** The code of the service: a function for each group of routes, the worker, and the migrations before both. */
export class ApiStack extends Stack {
  readonly httpFunctions: ReadonlyMap<HttpFunction, ApiFunction>;
  readonly uploads: Uploads;
  readonly exports: Exports;
  readonly worker: ApiFunction;
  readonly mailFeedback: ApiFunction;
  readonly connector: DatabaseConnector;
  readonly #props: ApiStackProps;
  readonly #concurrency: ReadonlyMap<string, number> | undefined;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, { ...props, description: 'Anteroom: functions, routes, worker, migrations' });
    this.#props = props;
    if (props.commit) new CfnOutput(this, 'Commit', { value: props.commit, description: 'What is deployed' });
    this.#concurrency = planConcurrency(props.bundles.keys(), props.settings);
    const migrations = new Migrations(this, 'Migrations', {
      ...this.common('migrate'),
      network: props.data.network,
      database: props.data.database,
    });
    this.connector = new DatabaseConnector(this, 'Connector', this.common('database-connector'));
    this.httpFunctions = new Map(HTTP_FUNCTIONS.map(name => [name, this.httpFunction(name)]));
    this.grantPages();
    this.grantAgents();
    this.grantChallenge();
    this.grantPeople();
    this.grantDashboard();
    this.grantDomains();
    this.addRoutes();
    this.uploads = this.createUploads();
    this.exports = this.createExports();
    this.worker = this.createWorker();
    this.grantDatabases();
    this.mailFeedback = this.createMailFeedback();
    migrations.runBefore(
      ...this.httpFunctions.values(),
      ...this.uploads.functions,
      this.exports.sender,
      this.worker,
      this.mailFeedback,
      this.connector,
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

  private httpFunction(name: HttpFunction): ApiFunction {
    const { data, edge } = this.#props;
    const fn = new ApiFunction(this, pascal(name), {
      ...this.common(name),
      description: `Anteroom: routes of the group ${name}`,
      network: data.network,
    });
    data.database.grantConnect(fn);
    edge.originSecret.grantRead(fn);
    this.describeSite(fn);
    return fn;
  }

  /** What every function that hands out urls must know. */
  private describeSite(fn: ApiFunction): void {
    fn.setVariable('BASE_URL', this.#props.edge.baseUrl);
    const { licensePriceUsd, proPriceUsd } = this.#props.settings;
    fn.setVariable('LICENSE_PRICE_USD', String(licensePriceUsd));
    if (proPriceUsd !== undefined) fn.setVariable('PRO_PRICE_USD', String(proPriceUsd));
  }

  private grantPages(): void {
    const { data, messaging, settings, pageAssets } = this.#props;
    const pages = this.httpFunctions.get('pages');
    if (!pages) return;
    data.digestKey.grantRead(pages);
    messaging.workerQueue.grantSend(pages);
    pages.setVariable('METRICS_NAMESPACE', metricsNamespace(settings.stage));
    pages.setVariable('SIGNUPS_PER_MINUTE_PER_IP', String(settings.signupsPerMinutePerIp));
    pages.setVariable('PAGE_ASSETS', JSON.stringify(pageAssets));
  }

  private grantAgents(): void {
    const mcp = this.httpFunctions.get('mcp');
    if (!mcp) return;
    mcp.setVariable('AGENT_ALLOWED_ORIGINS', this.#props.settings.agentAllowedOrigins.join(','));
    this.grantStoreImages(mcp);
  }

  private grantStoreImages(fn: ApiFunction): void {
    this.#props.edge.uploadBucket.grantAdd(fn, IMAGES);
  }

  private grantChallenge(): void {
    const { data, settings } = this.#props;
    const shared = new SharedChallenge(this, 'SharedChallenge', settings.turnstile);
    const pages = this.httpFunctions.get('pages');
    if (pages) {
      shared.grantVerify(pages);
      data.sealKey.grantOpen(pages, 'turnstile');
    }
    for (const name of ['turnstile', 'mcp'] as const) {
      const fn = this.httpFunctions.get(name);
      if (!fn) continue;
      shared.grantShow(fn);
      data.sealKey.grantSeal(fn, 'turnstile');
    }
  }

  private grantPeople(): void {
    const people = this.httpFunctions.get('people');
    if (!people) return;
    this.#props.data.digestKey.grantRead(people);
    this.#props.messaging.mail.grantSend(people);
    const oauth = this.httpFunctions.get('oauth');
    if (oauth) this.#props.data.digestKey.grantRead(oauth);
    const dashboard = this.httpFunctions.get('dashboard');
    if (!dashboard) return;
    this.#props.data.digestKey.grantRead(dashboard);
    this.#props.messaging.workerQueue.grantSend(dashboard);
  }

  private grantDashboard(): void {
    const { messaging, settings } = this.#props;
    const [dashboard, billing] = [this.httpFunctions.get('dashboard'), this.httpFunctions.get('billing')];
    if (!dashboard || !billing) return;
    // Test emails, within the limits of all others.
    messaging.mail.grantSend(dashboard);
    messaging.mail.setLimits(dashboard);
    billing.setVariable('METRICS_NAMESPACE', metricsNamespace(settings.stage));
    if (settings.bedrockModelId) grantPageModel(dashboard, settings.bedrockModelId);
    if (!settings.stripe) return;
    const stripe = new StripeKeys(this, 'StripeKeys', settings.stripe);
    stripe.grantCharge(dashboard);
    stripe.grantVerify(billing);
  }

  private grantDomains(): void {
    // Agents have every operation, so their function may do what each group's may.
    for (const name of ['domains', 'mcp'] as const) {
      const fn = this.httpFunctions.get(name);
      if (!fn) continue;
      this.#props.edge.domains.grantLookUp(fn);
      this.#props.messaging.workerQueue.grantSend(fn);
    }
  }

  /** Whoever reaches databases of accounts: through the connector, with the connection that was sealed. */
  private grantDatabases(): void {
    const { data, messaging } = this.#props;
    const functions = (...names: HttpFunction[]) => names.flatMap(name => this.httpFunctions.get(name) ?? []);
    const background = [this.worker, this.exports.sender];
    for (const fn of [...functions('database', 'entries', 'dashboard', 'mcp'), ...background])
      this.connector.grantInvoke(fn);
    for (const fn of [...functions('entries', 'dashboard', 'mcp'), ...background])
      data.sealKey.grantOpen(fn, 'database');
    for (const fn of functions('database', 'mcp')) {
      data.sealKey.grantSeal(fn, 'database');
      messaging.workerQueue.grantSend(fn);
    }
  }

  private addRoutes(): void {
    const integrations = new Map(
      [...this.httpFunctions].map(([name, { lambda }]) => [
        name,
        new HttpLambdaIntegration(pascal(name), lambda, {
          payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
          timeout: Duration.seconds(29),
        }),
      ]),
    );
    for (const route of routes) {
      const integration = integrations.get(route.function);
      if (!integration) throw new Error(`No function takes the route ${route.routeKey}`);
      const construct = new HttpRoute(this, `Route ${route.routeKey}`, {
        httpApi: this.#props.edge.front.api,
        routeKey: keyOf(route),
        integration,
      });
      Validations.of(construct).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason:
          'The function itself recognises the caller, with the rate limit in one round trip (and some routes are public); an authorizer would look the key up a second time.',
      });
    }
  }

  private createUploads(): Uploads {
    const { data, edge, settings } = this.#props;
    const authorizer = new ApiFunction(this, 'UploadAuthorizer', {
      ...this.common('upload-authorizer'),
      network: data.network,
      description: 'Anteroom: key, rate limit and scope of an upload',
      timeout: Duration.seconds(10),
    });
    const processor = new ApiFunction(this, 'Assets', {
      ...this.common('assets'),
      network: data.network,
      functionName: edge.processorName,
      description: 'Anteroom: makes an image of a staged upload',
      timeout: Duration.seconds(25),
    });
    for (const fn of [authorizer, processor]) data.database.grantConnect(fn);
    edge.originSecret.grantRead(authorizer);
    this.grantStoreImages(processor);
    for (const fn of [authorizer, processor]) fn.setVariable('BASE_URL', edge.baseUrl);
    return new Uploads(this, 'Uploads', {
      front: edge.uploadFront,
      otherMethods: edge.front,
      authorizer,
      processor,
      preset: settings.preset,
    });
  }

  private createExports(): Exports {
    const { data, edge, settings } = this.#props;
    const sender = new ApiFunction(this, 'Export', {
      ...this.common('export'),
      network: data.network,
      description: 'Anteroom: sends the signups of a list as a file, part by part',
      timeout: Duration.minutes(15),
    });
    data.database.grantConnect(sender);
    edge.originSecret.grantRead(sender);
    this.describeSite(sender);
    return new Exports(this, 'Exports', {
      front: edge.exportFront,
      otherMethods: edge.front,
      sender,
      preset: settings.preset,
    });
  }

  private createWorker(): ApiFunction {
    const { data, edge, messaging, settings } = this.#props;
    const worker = new ApiFunction(this, 'Worker', {
      ...this.common('worker'),
      description: 'Anteroom: what must happen after a commit',
      network: data.network,
      timeout: WORKER_TIMEOUT,
    });
    data.database.grantConnect(worker);
    data.digestKey.grantRead(worker);
    messaging.mail.grantSend(worker);
    messaging.mail.setLimits(worker);
    messaging.workerQueue.feed(worker);
    // To go on in a run of its own after one that ran out of time.
    messaging.workerQueue.grantSend(worker);
    edge.domains.grantReconcile(worker);
    edge.uploadBucket.grantRemove(worker, IMAGES);
    worker.setVariable('METRICS_NAMESPACE', metricsNamespace(settings.stage));
    this.describeSite(worker);
    new Rule(this, 'Sweep', {
      description: 'Does what a lost wake-up left',
      schedule: Schedule.rate(Duration.minutes(settings.preset.sweepMinutes)),
      targets: [new LambdaTarget(worker.lambda, { retryAttempts: 0 })],
    });
    return worker;
  }

  private createMailFeedback(): ApiFunction {
    const { data, messaging } = this.#props;
    const fn = new ApiFunction(this, 'MailFeedback', {
      ...this.common('mail-feedback'),
      description: 'Anteroom: suppresses addresses that bounced or complained',
      network: data.network,
      timeout: FEEDBACK_TIMEOUT,
      memorySize: 512,
    });
    data.database.grantConnect(fn);
    messaging.mailFeedback.feed(fn);
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
