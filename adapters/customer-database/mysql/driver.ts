import { authPlugins, createConnection as connect } from 'mysql2';

/**
 * The parts of the driver we use. It is large, and most databases are Postgres, so this file loads on the first
 * call (`lib/build/deferred-packages.ts`).
 */
export const createConnection = connect;
export const cachingSha2Password = authPlugins.caching_sha2_password;
