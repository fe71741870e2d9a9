import type { FailureTable } from '../failure.ts';

/** What SQLSTATE codes mean to the account holder. */
export const POSTGRES_FAILURES: FailureTable = [
  [
    /^28/,
    'failed',
    'The server refused the login. Check the user, the password, and that the user may connect to that database from anywhere.',
  ],
  [/^3D000$/, 'failed', 'There is no database of that name on the server. Check the name, or create it.'],
  [
    /^42501$/,
    'failed',
    'The user lacks a privilege. Grant it CREATE on the schema, or SELECT, INSERT, UPDATE and DELETE on the table.',
  ],
  [/^25006$/, 'failed', 'The database is read-only. Name the primary server, not a replica.'],
  [/^(42P01|3F000)$/, 'table', 'The table is not there any more. Attach the database again to create it.'],
  [
    /^(42|22|23|P0|0A)/,
    'table',
    'The table does not take the rows: its columns, a constraint or a trigger of it are not as they were. Mend it, or attach the database again.',
  ],
  [/^53300$/, 'unavailable', 'The server has no connection left. Raise its limit, or close others.'],
  [/^(53|57|58|08|40|55|25)/, 'unavailable', 'The server cannot do that now. Try again in a moment.'],
  // SCRAM, as the driver names its failures.
  [
    /^ERR_SCRAM/,
    'failed',
    'The server and the connection string do not agree on the login. Check the user and the password.',
  ],
];
