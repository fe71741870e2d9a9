import { EditedMigrationError, migrate, readMigrations } from '../adapters/postgres/kernel/migrate.ts';
import { DATABASE_KEYS } from './database-keys.ts';
import { LocalRunError } from './local-run-error.ts';
import type { LocalSettings } from './settings.ts';

const MIGRATIONS = new URL('../migrations/', import.meta.url);

/** The migrations of the service, and the one that only the local run needs. */
export const localMigrations = async () => [...(await readMigrations(MIGRATIONS)), DATABASE_KEYS];

/**
 * Uses a database.
 * @throws {LocalRunError} if it cannot be reached
 */
export async function reaching<Result>(use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code?.startsWith('28'))
      throw new LocalRunError(`Cannot use the database of DATABASE_URL: ${message || code}`);
    throw error;
  }
}

/**
 * Brings the database of a local run or an admin command up to date.
 * @throws {LocalRunError} if it cannot be reached, or was created by code from before the first release
 */
export async function migrateDatabase(
  url: string,
  { DATABASE_URL, DATA_DIR }: Pick<LocalSettings, 'DATABASE_URL' | 'DATA_DIR'>,
): Promise<void> {
  try {
    const migrations = await localMigrations();
    await reaching(() => migrate({ connectionString: url }, migrations));
  } catch (error) {
    if (error instanceof EditedMigrationError) {
      const remedy = DATABASE_URL
        ? 'drop the database of DATABASE_URL and create it again'
        : `delete the data directory ${DATA_DIR} and start again`;
      throw new LocalRunError(
        `This database is older than the first release of Anteroom and cannot be upgraded: ${remedy}.`,
      );
    }
    throw error;
  }
}
