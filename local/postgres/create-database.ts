import pg from 'pg';
import { withClient } from '../../adapters/postgres/with-client.ts';

/** Makes a database on a server unless it is there. */
export async function createDatabase(connection: pg.ClientConfig, name: string): Promise<void> {
  await withClient(connection, async client => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  });
}
