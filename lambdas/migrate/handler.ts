import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { grantApplicationRole, migrate, readMigrations } from '../../adapters/postgres/kernel/migrate.ts';
import { createSecretReader } from '../../adapters/secrets-manager/read-secret.ts';
import { masterDatabase, migrationFiles, runtime } from '../../settings/needs.ts';
import { type Environment, readSettings } from '../../settings/read-settings.ts';
import { createLogger } from '../services/logger.ts';

/** Aurora's secret for its master user. */
const MasterSecret = z.object({ username: z.string(), password: z.string() });

export const needs = [runtime, masterDatabase, migrationFiles] as const;

/**
 * Migrates the schema during a deployment, before new code serves. Only this function uses the master user;
 * others use a role that may read and write rows and call the schema's functions, nothing else.
 * @throws {Error} if a migration fails, which fails the deployment and keeps the old version serving
 */
export function createHandler(environment: Environment): () => Promise<{ applied: string[] }> {
  const settings = readSettings(needs, environment);
  const logger = createLogger('migrate', settings);
  const readSecret = createSecretReader(settings.AWS_REGION);

  return async () => {
    const { username, password } = MasterSecret.parse(
      JSON.parse(await readSecret(settings.MASTER_SECRET_ARN)),
    );
    const connection = {
      host: settings.DATABASE_HOST,
      database: settings.DATABASE_NAME,
      user: username,
      password,
      ssl: { rejectUnauthorized: true },
    };
    const migrations = await readMigrations(pathToFileURL(`${settings.MIGRATIONS_DIR}/`));
    const applied = await migrate(connection, migrations);
    await grantApplicationRole(connection, settings.DATABASE_USER);
    logger.info('migrated', { applied });
    return { applied };
  };
}
