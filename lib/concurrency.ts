import type { DeploymentSettings } from './settings.ts';

/**
 * How many connections Aurora Serverless takes. AWS states 189 for a maximum of 1 unit and 3,360 for 16, at most 5,000,
 * and at most 2,000 while the minimum is below 1; a maximum that is changed counts after the instances restarted.
 */
export function databaseConnections(capacity: {
  readonly databaseMinAcu: number;
  readonly databaseMaxAcu: number;
}): number {
  return Math.min(capacity.databaseMaxAcu * 189, capacity.databaseMinAcu < 1 ? 2_000 : 5_000);
}

/** Instances that Lambda keeps for functions without any of their own: it refuses to reserve the rest of a quota. */
const UNRESERVED = 100;

/** Connections of what has no instances of its own: the worker and the feedback of SES, migrations, an operator, AWS. */
const OTHER_CONNECTIONS = 20;

/**
 * A function that is deployed anew leaves its instances of before, whose connections end minutes later. So there may be
 * two generations at a time.
 */
const GENERATIONS = 2;

/** What is not reserved: run by a queue that says how many at a time, or at deployments only, or by CloudFront. */
const UNLIMITED: ReadonlySet<string> = new Set(['worker', 'mail-feedback', 'migrate', 'upload-answer']);

/** Its instances hold no connection to our database. */
const WITHOUT_DATABASE: ReadonlySet<string> = new Set(['database-connector']);

/** Shares of those that do more than the others, which have 1 each: visitors come in crowds. */
const SHARES: Readonly<Record<string, number>> = { pages: 6, entries: 2, mcp: 2, waitlists: 2 };
const shareOf = (name: string): number => SHARES[name] ?? 1;
const sum = (names: readonly string[]): number => names.reduce((total, name) => total + shareOf(name), 0);

/**
 * Divides the instances there may be among functions: no more than the database has connections for, each instance
 * holding one, and no more than the AWS account has. So a crowd at one function leaves the others theirs, and the database
 * is never asked for a connection that it has not.
 *
 * @param names - all functions
 * @returns how many instances each may have at a time; undefined where none is reserved
 * @throws {Error} where there are not enough for one each
 */
export function planConcurrency(
  names: Iterable<string>,
  { preset, lambdaConcurrency }: Pick<DeploymentSettings, 'preset' | 'lambdaConcurrency'>,
): ReadonlyMap<string, number> | undefined {
  if (!preset.reserveConcurrency) return undefined;
  const reserved = [...names].filter(name => !UNLIMITED.has(name));
  const connected = reserved.filter(name => !WITHOUT_DATABASE.has(name));
  const ofDatabase = databaseConnections(preset) / GENERATIONS - OTHER_CONNECTIONS;
  const unit = Math.floor(
    Math.min(ofDatabase / sum(connected), (lambdaConcurrency - UNRESERVED) / sum(reserved)),
  );
  if (unit < 1) {
    throw new Error(
      `Too few instances for ${reserved.length} functions: raise databaseMaxAcu (${preset.databaseMaxAcu}) or lambdaConcurrency (${lambdaConcurrency}), the account's quota of concurrent executions.`,
    );
  }
  return new Map(reserved.map(name => [name, unit * shareOf(name)]));
}
