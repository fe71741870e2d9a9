import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { Trigger } from 'aws-cdk-lib/triggers';
import { Construct, type IConstruct } from 'constructs';
import { ApiFunction, type ApiFunctionProps } from './api-function.ts';
import type { Database } from './database.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');

/** All SQL files, in the same folders beside the function. */
const migrationFiles = (): Map<string, Buffer> =>
  new Map(
    readdirSync(FOLDER, { encoding: 'utf8', recursive: true })
      .filter(name => name.endsWith('.sql'))
      .sort()
      .map(name => [`migrations/${name}`, readFileSync(join(FOLDER, name))]),
  );

export interface MigrationsProps
  extends Pick<ApiFunctionProps, 'bundle' | 'network' | 'logRetention' | 'removalPolicy'> {
  readonly database: Database;
}

/**
 * Migrates the database at deployment, whenever the migrations or the code that applies them changed. What runs after
 * it is deployed only when it succeeded; a failure rolls the deployment back, and the version before goes on serving.
 */
export class Migrations extends Construct {
  readonly fn: ApiFunction;
  readonly #trigger: Trigger;

  constructor(scope: Construct, id: string, { database, ...props }: MigrationsProps) {
    super(scope, id);
    this.fn = new ApiFunction(this, 'Migrate', {
      ...props,
      description: 'Brings the database schema up to date at deployment',
      files: migrationFiles(),
      timeout: Duration.minutes(14),
      memorySize: 512,
    });
    this.fn.setVariable('MIGRATIONS_DIR', '/var/task/migrations');
    database.grantMigrate(this.fn);
    this.#trigger = new Trigger(this, 'Trigger', {
      handler: this.fn.lambda,
      executeOnHandlerChange: true,
      timeout: Duration.minutes(14),
    });
  }

  /** Deploys constructs only after the migrations ran. */
  runBefore(...constructs: IConstruct[]): void {
    for (const construct of constructs) construct.node.addDependency(this.#trigger);
  }
}
