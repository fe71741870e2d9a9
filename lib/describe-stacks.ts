import { type App, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { FunctionBundle } from './build/bundle-function.ts';
import type { SiteAssets } from './build/site-assets.ts';
import { EDGE_REGION } from './constructs/edge-watches.ts';
import { type DeploymentSettings, readDeploymentSettings } from './settings.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { EdgeAlarmsStack } from './stacks/edge-alarms-stack.ts';
import { EdgeStack } from './stacks/edge-stack.ts';
import { FirewallStack } from './stacks/firewall-stack.ts';
import { MessagingStack } from './stacks/messaging-stack.ts';
import { ObservabilityStack } from './stacks/observability-stack.ts';

/** Everything built before the stacks are described, because CDK's constructors are synchronous. */
export interface Built {
  readonly bundles: ReadonlyMap<string, FunctionBundle>;
  readonly site: SiteAssets;
  /** The commit of the code, if known; rolling back needs it. */
  readonly commit?: string | undefined;
  /** Changes with every deployment. */
  readonly deployment: string;
}

/** Every stack, in deployment order. */
export interface Stacks {
  readonly data: DataStack;
  readonly messaging: MessagingStack;
  readonly edge: EdgeStack;
  readonly api: ApiStack;
  readonly observability: ObservabilityStack;
}

/**
 * Describes the service in a CDK app, whose context holds the deployment settings.
 * @throws {Error} if a setting is missing or wrong
 */
export function describeStacks(app: App, built: Built): Stacks {
  const settings = readDeploymentSettings(app.node.getAllContext());
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  Tags.of(app).add('service', 'anteroom');
  Tags.of(app).add('stage', settings.stage);
  return createStacks(app, settings, built);
}

/** The settings, with the web ACL of the created firewall, if any. */
function withFirewall(app: App, suffix: string, settings: DeploymentSettings): DeploymentSettings {
  const { firewall, stage } = settings;
  if (!firewall) return settings;
  const stack = new FirewallStack(app, `AnteroomFirewall${suffix}`, { firewall: { ...firewall, stage } });
  return { ...settings, webAclArn: stack.webAclArn };
}

function createStacks(
  app: App,
  given: DeploymentSettings,
  { bundles, site, commit, deployment }: Built,
): Stacks {
  const suffix = given.stage === 'production' ? 'Production' : 'Development';
  const settings = withFirewall(app, suffix, given);
  // Without an account the templates fit any account, and nothing is looked up.
  const common = { settings, env: { region: settings.region } };
  const data = new DataStack(app, `AnteroomData${suffix}`, common);
  const messaging = new MessagingStack(app, `AnteroomMessaging${suffix}`, common);
  const edge = new EdgeStack(app, `AnteroomEdge${suffix}`, { ...common, bundles, siteFiles: site.files });
  const api = new ApiStack(app, `AnteroomApi${suffix}`, {
    ...common,
    bundles,
    pageAssets: site.pageAssets,
    data,
    messaging,
    edge,
    commit,
    deployment,
  });
  const observability = new ObservabilityStack(app, `AnteroomObservability${suffix}`, {
    ...common,
    data,
    messaging,
    edge,
    api,
  });
  if (settings.region !== EDGE_REGION)
    new EdgeAlarmsStack(app, `AnteroomEdgeAlarms${suffix}`, { settings, edge });
  return { data, messaging, edge, api, observability };
}
