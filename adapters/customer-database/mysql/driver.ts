import { authPlugins, createConnection as connect } from 'mysql2';

/**
 * The parts of the driver that are used. It is large, and most databases are another: `#mysql-driver` is loaded when one
 * of these is first called (`lib/build/deferred-packages.ts`).
 */
export const createConnection = connect;
export const cachingSha2Password = authPlugins.caching_sha2_password;
