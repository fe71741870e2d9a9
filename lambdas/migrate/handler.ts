import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { grantApplicationRole, migrate, readMigrations } from '../../adapters/postgres/migrate.ts';
import { createSecretReader } from '../../adapters/secrets-manager/read-secret.ts';
import { masterDatabase, migrationFiles, runtime } from '../../settings/needs.ts';
import { type Environment, readSettings } from '../../settings/read-settings.ts';
import { createLogger } from '../services/logger.ts';

/** The secret that Aurora keeps of its master user. */
const MasterSecret = z.object({ username: z.string(), password: z.string() });

export const needs = [runtime, masterDatabase, migrationFiles] as const;

/**
 * Brings the schema up to date at deploy, before new code serves. It alone enters with the master user; the functions
 * enter as a role that may read and write rows and call the functions of the schema, and nothing else.
 * @throws {Error} when a migration fails, which fails the deploy and leaves the old version serving.
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
