import { Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { type HttpMethod, HttpRoute, HttpRouteKey, PayloadFormatVersion } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import type { PageAssets } from '../../core/pages/page-assets.ts';
import { HTTP_FUNCTIONS, type HttpFunction, type Route, routes } from '../../lambdas/routes.ts';
import type { FunctionBundle } from '../build/bundle-function.ts';
import { ApiFunction, type ApiFunctionProps } from '../constructs/api-function.ts';
import { Migrations } from '../constructs/migrations.ts';
import { WORKER_TIMEOUT } from '../constructs/worker-queue.ts';
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
}

/** The code of the service: a function for each group of routes, the worker, and the migrations before both. */
export class ApiStack extends Stack {
  readonly httpFunctions: ReadonlyMap<HttpFunction, ApiFunction>;
  readonly worker: ApiFunction;
  readonly #props: ApiStackProps;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, { ...props, description: 'Anteroom: functions, routes, worker, migrations' });
    this.#props = props;
    const migrations = new Migrations(this, 'Migrations', {
      ...this.common('migrate'),
      network: props.data.network,
      database: props.data.database,
    });
    this.httpFunctions = new Map(HTTP_FUNCTIONS.map(name => [name, this.httpFunction(name)]));
    this.grantPages();
    this.addRoutes();
    this.worker = this.createWorker();
    migrations.runBefore(...this.httpFunctions.values(), this.worker);
  }

  private common(name: string): Pick<ApiFunctionProps, 'bundle' | 'logRetention' | 'removalPolicy'> {
    const { bundles, settings } = this.#props;
    const bundle = bundles.get(name);
    if (!bundle) throw new Error(`There is no lambdas/${name}/handler.ts`);
    return { bundle, logRetention: settings.preset.logDays, removalPolicy: RemovalPolicy.DESTROY };
  }

  private httpFunction(name: HttpFunction): ApiFunction {
    const { data, edge, settings } = this.#props;
    const fn = new ApiFunction(this, pascal(name), {
      ...this.common(name),
      description: `Anteroom: routes of the group ${name}`,
      network: data.network,
      reservedConcurrency: settings.preset.reservedConcurrency,
    });
    data.database.grantConnect(fn);
    edge.originSecret.grantRead(fn);
    this.describeSite(fn);
    return fn;
  }

  /** What every function that hands out urls must know. */
  private describeSite(fn: ApiFunction): void {
    fn.setVariable('BASE_URL', this.#props.edge.baseUrl);
    fn.setVariable('LICENSE_PRICE_USD', String(this.#props.settings.licensePriceUsd));
  }

  private grantPages(): void {
    const { data, messaging, settings, pageAssets } = this.#props;
    const pages = this.httpFunctions.get('pages');
    if (!pages) return;
    data.digestKey.grantRead(pages);
    messaging.workerQueue.grantSend(pages);
    pages.setVariable('SIGNUPS_PER_MINUTE_PER_IP', String(settings.signupsPerMinutePerIp));
    pages.setVariable('PAGE_ASSETS', JSON.stringify(pageAssets));
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

  private createWorker(): ApiFunction {
    const { data, messaging, settings } = this.#props;
    const worker = new ApiFunction(this, 'Worker', {
      ...this.common('worker'),
      description: 'Anteroom: what must happen after a commit',
      network: data.network,
      timeout: WORKER_TIMEOUT,
    });
    data.database.grantConnect(worker);
    messaging.mail.grantSend(worker);
    messaging.workerQueue.feed(worker);
    // To go on in a run of its own after one that ran out of time.
    messaging.workerQueue.grantSend(worker);
    this.describeSite(worker);
    new Rule(this, 'Sweep', {
      description: 'Does what a lost wake-up left',
      schedule: Schedule.rate(Duration.minutes(settings.preset.sweepMinutes)),
      targets: [new LambdaTarget(worker.lambda, { retryAttempts: 0 })],
    });
    return worker;
  }
}

/** `email-templates` → `EmailTemplates`. */
const pascal = (name: string): string =>
  name.replace(/(^|-)(\w)/g, (_match, _dash: string, letter: string) => letter.toUpperCase());

function keyOf({ routeKey }: Route): HttpRouteKey {
  const [method, path] = routeKey.split(' ');
  return path === undefined ? HttpRouteKey.DEFAULT : HttpRouteKey.with(path, method as HttpMethod);
}
