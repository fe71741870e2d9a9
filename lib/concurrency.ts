import type { DeploymentSettings } from './settings.ts';

/**
 * Connections that Aurora Serverless accepts. AWS documents 189 for a maximum of 1 unit and 3,360 for 16, at most
 * 5,000, and at most 2,000 while the minimum is below 1. A changed maximum takes effect when the instances restart.
 */
export function databaseConnections(capacity: {
  readonly databaseMinAcu: number;
  readonly databaseMaxAcu: number;
}): number {
  return Math.min(capacity.databaseMaxAcu * 189, capacity.databaseMinAcu < 1 ? 2_000 : 5_000);
}

/**
 * Instances of the account's quota that are not reserved. Lambda refuses to reserve the last 100; the other 100 are for
 * an update that adds a function, because it reserves instances before it releases those of the others.
 */
const UNRESERVED = 200;

/** Connections kept for everything without reserved instances: worker, SES feedback, migrations, operators, AWS. */
const OTHER_CONNECTIONS = 20;

/** During a deployment the old instances keep their connections for minutes, so plan for two generations. */
const GENERATIONS = 2;

/** Functions without reserved concurrency: a queue, CloudFront, or the deployment limits them. */
const UNLIMITED: ReadonlySet<string> = new Set(['worker', 'mail-feedback', 'migrate', 'upload-answer']);

/** Functions whose instances do not connect to our database. */
const WITHOUT_DATABASE: ReadonlySet<string> = new Set(['database-connector', 'webhook-sender']);

/**
 * Relative shares of busy functions; the others have 1. Visitors come in crowds. Calls to customers' databases are slow:
 * the connector has more instances than all runs of the worker and several accounts can take. So are receivers of webhooks.
 */
const SHARES: Readonly<Record<string, number>> = {
  pages: 6,
  'database-connector': 3,
  'webhook-sender': 5,
  entries: 2,
  mcp: 2,
  waitlists: 2,
};
const shareOf = (name: string): number => SHARES[name] ?? 1;
const sum = (names: readonly string[]): number => names.reduce((total, name) => total + shareOf(name), 0);

/**
 * Divides the available instances among functions, within the database's connections (one per instance) and the
 * account's quota. A crowd at one function cannot take the instances of another or exhaust the database's connections.
 *
 * @param names - all functions
 * @returns the reserved concurrency of each function; undefined if the preset reserves none
 * @throws {Error} if there is less than one instance per share
 */
export function planConcurrency(
  names: Iterable<string>,
  { preset, lambdaConcurrency }: Pick<DeploymentSettings, 'preset' | 'lambdaConcurrency'>,
): ReadonlyMap<string, number> | undefined {
  if (!preset.reserveConcurrency) return undefined;
  const reserved = [...names].filter(name => !UNLIMITED.has(name));
  const connected = reserved.filter(name => !WITHOUT_DATABASE.has(name));
  const ofDatabase = databaseConnections(preset) / GENERATIONS - OTHER_CONNECTIONS;
  const ofQuota = Math.floor((lambdaConcurrency - UNRESERVED) / sum(reserved));
  const unit = Math.min(Math.floor(ofDatabase / sum(connected)), ofQuota);
  if (unit < 1) {
    throw new Error(
      `Too few instances for ${reserved.length} functions. Raise databaseMaxAcu (${preset.databaseMaxAcu}) or lambdaConcurrency (${lambdaConcurrency}), the account's quota of concurrent executions.`,
    );
  }
  return new Map(reserved.map(name => [name, (WITHOUT_DATABASE.has(name) ? ofQuota : unit) * shareOf(name)]));
}
