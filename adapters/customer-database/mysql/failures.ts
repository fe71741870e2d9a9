import type { FailureTable } from '../failure.ts';

/** Error codes of MySQL, MariaDB, and their driver, explained to the account holder. */
export const MYSQL_FAILURES: FailureTable = [
  [
    /^ER_(ACCESS_DENIED|NOT_SUPPORTED_AUTH_MODE|HOST_NOT_PRIVILEGED|ACCOUNT_HAS_BEEN_LOCKED|MUST_CHANGE_PASSWORD|SECURE_TRANSPORT_REQUIRED)/,
    'failed',
    'The server rejected the login. Check the user and password, and that the user is allowed to connect from anywhere, with TLS if required.',
  ],
  [
    /^(AUTH_SWITCH_PLUGIN_ERROR|MYSQL_CLEAR_PASSWORD_NOT_ENABLED)$/,
    'failed',
    'The server requires an unsupported login method. Set the user to caching_sha2_password or mysql_native_password, and turn on TLS.',
  ],
  [
    /^HANDSHAKE_SSL_ERROR$/,
    'failed',
    'The TLS handshake with the server failed. It must support TLS 1.2 or later and, if the connection string requires it, have a certificate from a public authority that matches the host.',
  ],
  [
    /^ER_(BAD_DB_ERROR|DBACCESS_DENIED_ERROR)$/,
    'failed',
    'The database does not exist on the server, or the user has no access to it. Check the name, or create it.',
  ],
  [
    /^ER_(TABLEACCESS|COLUMNACCESS|SPECIFIC_ACCESS)_DENIED/,
    'failed',
    'The user lacks a privilege. Grant it CREATE, SELECT, INSERT, UPDATE and DELETE on the database.',
  ],
  [
    /^ER_(OPTION_PREVENTS_STATEMENT|READ_ONLY_MODE|CANT_EXECUTE_IN_READ_ONLY_TRANSACTION|OPEN_AS_READONLY)$/,
    'failed',
    'The database is read-only. Use the primary server, not a replica.',
  ],
  [/^ER_NO_SUCH_TABLE$/, 'table', 'The table no longer exists. Connect the database again to create it.'],
  [
    /^ER_(BAD_|WRONG_|TRUNCATED|DATA_|DUP_|NO_DEFAULT|NO_REFERENCED|ROW_IS|INVALID_|CONSTRAINT_|CHECK_CONSTRAINT|SIGNAL_|WARN_|CANNOT_CONVERT|PARSE_|TABLE_EXISTS|CANT_CREATE|UNKNOWN_STORAGE)/,
    'table',
    'The table rejects the rows: its columns, a constraint, or a trigger have changed. Fix the table, or connect the database again.',
  ],
  [
    /^ER_(CON_COUNT|TOO_MANY|USER_LIMIT)/,
    'unavailable',
    'The server has no free connections. Raise its limit, or close some.',
  ],
  [/^ER_/, 'unavailable', 'The server cannot do this right now. Try again in a moment.'],
];
