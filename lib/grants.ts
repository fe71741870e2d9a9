import type { PageAssets } from '../core/pages/page-assets.ts';
import type * as needs from '../settings/needs.ts';
import type { ApiFunction } from './constructs/api-function.ts';
import type { DatabaseConnector, WebhookSender } from './constructs/outside-function.ts';
import { grantPageModel } from './constructs/page-model.ts';
import type { SharedChallenge } from './constructs/shared-challenge.ts';
import type { StagingBucket } from './constructs/staging-bucket.ts';
import type { StripeKeys } from './constructs/stripe-keys.ts';
import { metricsNamespace } from './constructs/watch.ts';
import type { DeploymentSettings } from './settings.ts';
import type { DataStack } from './stacks/data-stack.ts';
import type { EdgeStack } from './stacks/edge-stack.ts';
import type { MessagingStack } from './stacks/messaging-stack.ts';

type NeedName = (typeof needs)[keyof typeof needs]['name'];
type Grant = (fn: ApiFunction) => void;

interface Granted {
  readonly settings: DeploymentSettings;
  readonly pageAssets: PageAssets;
  readonly data: DataStack;
  readonly messaging: MessagingStack;
  readonly edge: EdgeStack;
  readonly connector: DatabaseConnector;
  readonly webhookSender: WebhookSender;
  readonly challenge: SharedChallenge;
  readonly staging: StagingBucket;
  /** Undefined: no payments. */
  readonly stripe: StripeKeys | undefined;
}

/**
 * How the stack meets each need of a function: the IAM permission, and the environment variables of its settings. A
 * need without a grant does not compile.
 */
export function createGrants(granted: Granted): Readonly<Record<NeedName, Grant>> {
  const {
    settings,
    pageAssets,
    data,
    messaging,
    edge,
    connector,
    webhookSender,
    challenge,
    staging,
    stripe,
  } = granted;
  return {
    settings: () => {},
    database: fn => data.database.grantConnect(fn),
    'master-database': fn => data.database.grantMigrate(fn),
    'migration-files': fn => fn.setVariable('MIGRATIONS_DIR', '/var/task/migrations'),
    edge: fn => edge.originSecret.grantRead(fn),
    site: fn => fn.setVariable('BASE_URL', edge.baseUrl),
    metrics: fn => fn.setVariable('METRICS_NAMESPACE', metricsNamespace(settings.stage)),
    'digest-key': fn => data.digestKey.grantRead(fn),
    'seal-turnstile': fn => data.sealKey.grantSeal(fn, 'turnstile'),
    'open-turnstile': fn => data.sealKey.grantOpen(fn, 'turnstile'),
    'seal-database': fn => data.sealKey.grantSeal(fn, 'database'),
    'open-database': fn => data.sealKey.grantOpen(fn, 'database'),
    'seal-webhook': fn => data.sealKey.grantSeal(fn, 'webhook'),
    'open-webhook': fn => data.sealKey.grantOpen(fn, 'webhook'),
    'worker-queue': fn => messaging.workerQueue.grantSend(fn),
    mail: fn => messaging.mail.grantSend(fn),
    'mail-quota': fn => messaging.mail.grantReadQuota(fn),
    'claim-senders': fn => messaging.mail.grantClaimSenders(fn),
    'reconcile-senders': fn => messaging.mail.grantReconcileSenders(fn),
    connector: fn => connector.grantInvoke(fn),
    'webhook-sender': fn => webhookSender.grantInvoke(fn),
    'add-images': fn => edge.uploadBucket.grantAdd(fn),
    'remove-images': fn => edge.uploadBucket.grantRemove(fn),
    'keep-cards': fn => edge.uploadBucket.grantKeepCards(fn),
    'card-packages': fn => fn.setVariable('CARD_PACKAGES_DIR', '/var/task/packages'),
    staging: fn => staging.grantTake(fn),
    'look-up-domains': fn => edge.domains.grantLookUp(fn),
    'reconcile-domains': fn => edge.domains.grantReconcile(fn),
    'page-assets': fn => fn.setVariable('PAGE_ASSETS', JSON.stringify(pageAssets)),
    'challenge-site-key': fn => challenge.grantShow(fn),
    'verify-challenge': fn => challenge.grantVerify(fn),
    payments: fn => stripe?.grantCharge(fn),
    'payment-events': fn => stripe?.grantVerify(fn),
    'page-writer': fn => settings.bedrockModelId && grantPageModel(fn, settings.bedrockModelId),
  };
}
