import type { FailureTable } from '../failure.ts';

/** What codes of MySQL and MariaDB, and of their driver, mean to the account holder. */
export const MYSQL_FAILURES: FailureTable = [
  [
    /^ER_(ACCESS_DENIED|NOT_SUPPORTED_AUTH_MODE|HOST_NOT_PRIVILEGED|ACCOUNT_HAS_BEEN_LOCKED|MUST_CHANGE_PASSWORD|SECURE_TRANSPORT_REQUIRED)/,
    'failed',
    'The server refused the login. Check the user, the password, and that the user may connect from anywhere, with TLS if it must.',
  ],
  [
    /^(AUTH_SWITCH_PLUGIN_ERROR|MYSQL_CLEAR_PASSWORD_NOT_ENABLED)$/,
    'failed',
    'The server asks for a login that is not supported. Let the user log in with caching_sha2_password or mysql_native_password, and turn TLS on.',
  ],
  [
    /^HANDSHAKE_SSL_ERROR$/,
    'failed',
    'TLS could not be agreed on with the server. It must offer TLS 1.2 or later and, where the connection string asks for it, a certificate of a public authority, made out to the host.',
  ],
  [
    /^ER_(BAD_DB_ERROR|DBACCESS_DENIED_ERROR)$/,
    'failed',
    'There is no database of that name on the server, or the user may not use it. Check the name, or create it.',
  ],
  [
    /^ER_(TABLEACCESS|COLUMNACCESS|SPECIFIC_ACCESS)_DENIED/,
    'failed',
    'The user lacks a privilege. Grant it CREATE, SELECT, INSERT, UPDATE and DELETE on the database.',
  ],
  [
    /^ER_(OPTION_PREVENTS_STATEMENT|READ_ONLY_MODE|CANT_EXECUTE_IN_READ_ONLY_TRANSACTION|OPEN_AS_READONLY)$/,
    'failed',
    'The database is read-only. Name the primary server, not a replica.',
  ],
  [/^ER_NO_SUCH_TABLE$/, 'table', 'The table is not there any more. Attach the database again to create it.'],
  [
    /^ER_(BAD_|WRONG_|TRUNCATED|DATA_|DUP_|NO_DEFAULT|NO_REFERENCED|ROW_IS|INVALID_|CONSTRAINT_|CHECK_CONSTRAINT|SIGNAL_|WARN_|CANNOT_CONVERT|PARSE_|TABLE_EXISTS|CANT_CREATE|UNKNOWN_STORAGE)/,
    'table',
    'The table does not take the rows: its columns, a constraint or a trigger of it are not as they were. Mend it, or attach the database again.',
  ],
  [
    /^ER_(CON_COUNT|TOO_MANY|USER_LIMIT)/,
    'unavailable',
    'The server has no connection left. Raise its limit, or close others.',
  ],
  [/^ER_/, 'unavailable', 'The server cannot do that now. Try again in a moment.'],
];
