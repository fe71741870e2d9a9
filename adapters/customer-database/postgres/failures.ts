import type { FailureTable } from '../failure.ts';

/** SQLSTATE codes, explained to the account holder. */
export const POSTGRES_FAILURES: FailureTable = [
  [
    /^28/,
    'failed',
    'The server rejected the login. Check the user and password, and that the user is allowed to connect to this database from anywhere.',
  ],
  [/^3D000$/, 'failed', 'The database does not exist on the server. Check the name, or create it.'],
  [
    /^42501$/,
    'failed',
    'The user lacks a privilege. Grant it CREATE on the schema, or SELECT, INSERT, UPDATE and DELETE on the table.',
  ],
  [/^25006$/, 'failed', 'The database is read-only. Use the primary server, not a replica.'],
  [/^(42P01|3F000)$/, 'table', 'The table no longer exists. Connect the database again to create it.'],
  [
    /^(42|22|23|P0|0A)/,
    'table',
    'The table rejects the rows: its columns, a constraint, or a trigger have changed. Fix the table, or connect the database again.',
  ],
  [/^53300$/, 'unavailable', 'The server has no free connections. Raise its limit, or close some.'],
  [/^(53|57|58|08|40|55|25)/, 'unavailable', 'The server cannot do this right now. Try again in a moment.'],
  // The driver's names for SCRAM failures.
  [
    /^ERR_SCRAM/,
    'failed',
    'The login with the credentials in the connection string failed. Check the user and password.',
  ],
];
