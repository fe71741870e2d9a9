import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { Trigger } from 'aws-cdk-lib/triggers';
import { Construct, type IConstruct } from 'constructs';
import type { ApiFunction } from './api-function.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');

export const MIGRATION_TIMEOUT = Duration.minutes(14);

/** All SQL files, in the same folders beside the function. */
export const migrationFiles = (): Map<string, Buffer> =>
  new Map(
    readdirSync(FOLDER, { encoding: 'utf8', recursive: true })
      .filter(name => name.endsWith('.sql'))
      .sort()
      .map(name => [`migrations/${name}`, readFileSync(join(FOLDER, name))]),
  );

/**
 * Migrates the database on every deployment that changes the migrations or the code that applies them. If it fails, the
 * deployment rolls back and the previous version keeps serving.
 */
export class Migrations extends Construct {
  /** Has a function of this construct migrate the database, and the others wait for it. */
  run(fn: ApiFunction, before: readonly IConstruct[]): void {
    const trigger = new Trigger(this, 'Trigger', {
      handler: fn.lambda,
      executeOnHandlerChange: true,
      timeout: MIGRATION_TIMEOUT,
    });
    for (const construct of before) construct.node.addDependency(trigger);
  }
}
