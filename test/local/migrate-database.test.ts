import { expect, it } from '@jest/globals';
import pg from 'pg';
import { migrateDatabase } from '../../local/migrate-database.ts';
import { createTestDatabase } from '../support/database.ts';

it('explains in one sentence what to do with a database from before the first release', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(`UPDATE schema_migrations SET digest = 'old' WHERE name = '0001_accounts.sql'`);
    const settings = { DATABASE_URL: undefined, DATA_DIR: '/data' };
    await expect(migrateDatabase(database.url, settings)).rejects.toThrow(
      'This database is older than the first release of Anteroom and cannot be upgraded: delete the data directory /data and start again.',
    );
    await expect(migrateDatabase(database.url, { ...settings, DATABASE_URL: database.url })).rejects.toThrow(
      'drop the database of DATABASE_URL and create it again.',
    );
  } finally {
    await client.end();
    await database.drop();
  }
});
