import { ConnectorError, type DbType } from './connector.ts';
import { checkHostName } from './host-name.ts';

/**
 * TLS modes:
 * - `default`: like `require`, but like `prefer` on loopback (local run);
 * - `disable`: no TLS; `prefer`: TLS if the server offers it;
 * - `require`: TLS without checking the certificate; `verify-ca`: with a certificate from a public
 *   authority;
 * - `verify-full`: also checks that the certificate is for the host.
 */
export type TlsMode = 'default' | 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';

/** The parsed string. Drivers are given these members and nothing else. */
export interface ConnectionFields {
  readonly dbType: DbType;
  /** A lower-case host name, or an address without brackets. Not resolved yet. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Empty if there is none. */
  readonly password: string;
  readonly database: string;
  readonly tls: TlsMode;
  /** Require SCRAM channel binding (Postgres). */
  readonly channelBinding: boolean;
}

interface Dialect {
  readonly schemes: readonly string[];
  readonly example: string;
  readonly port: number;
  /** Lower-case names and values. */
  readonly parameters: Readonly<Record<string, Readonly<Record<string, Partial<ConnectionFields>>>>>;
  /** Limit for database names, in bytes. */
  readonly databaseBytes: number;
}

const DIALECTS: Readonly<Record<DbType, Dialect>> = {
  postgres: {
    schemes: ['postgres', 'postgresql'],
    example: 'postgres://user:password@db.example.com:5432/database',
    port: 5432,
    parameters: {
      sslmode: {
        disable: { tls: 'disable' },
        prefer: { tls: 'prefer' },
        require: { tls: 'require' },
        'verify-ca': { tls: 'verify-ca' },
        'verify-full': { tls: 'verify-full' },
      },
      channel_binding: {
        disable: {},
        prefer: {},
        require: { channelBinding: true },
      },
    },
    databaseBytes: 63,
  },
  mysql: {
    schemes: ['mysql', 'mariadb'],
    example: 'mysql://user:password@db.example.com:3306/database',
    port: 3306,
    parameters: {
      'ssl-mode': {
        disabled: { tls: 'disable' },
        preferred: { tls: 'prefer' },
        required: { tls: 'require' },
        verify_ca: { tls: 'verify-ca' },
        verify_identity: { tls: 'verify-full' },
      },
    },
    databaseBytes: 64 * 4,
  },
};

const MAX_LENGTH = 2048;
const MAX_USER = 128;
const MAX_PASSWORD = 1024;
/** Lower ports belong to mail, web servers, and the like; databases listen above. */
const LOWEST_PORT = 1024;

// Messages never quote the string: if a character was not encoded, any part may be part of the password.
const refuse = (problem: string): never => {
  throw new ConnectorError('refused', `Invalid connection string: ${problem}`);
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: rejecting them is the point
const CONTROL = /[\u0000-\u001f\u007f]/;

function decode(text: string, what: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    return refuse(`a % in the ${what} is not valid percent-encoding. Write a literal % as %25.`);
  }
  if (CONTROL.test(decoded)) refuse(`the ${what} contains a control character. Remove it.`);
  return decoded;
}

/** Splits at the first separator. */
function split(text: string, separator: string): [before: string, after: string | undefined] {
  const index = text.indexOf(separator);
  return index === -1 ? [text, undefined] : [text.slice(0, index), text.slice(index + separator.length)];
}

function readHost(authority: string): [host: string, port: string | undefined] {
  if (authority.includes(',')) refuse('it has several hosts. Use only one.');
  if (!authority.startsWith('[')) {
    const [host, port] = split(authority, ':');
    return [host, port];
  }
  const [address, rest] = split(authority.slice(1), ']');
  if (rest === undefined || (rest !== '' && !rest.startsWith(':'))) {
    refuse('the IPv6 address has no closing bracket. Write it as [2a00:1450::1]:5432.');
  }
  if (!address.includes(':')) refuse('only IPv6 addresses go in brackets.');
  return [address, rest === '' ? undefined : rest?.slice(1)];
}

function readPort(text: string | undefined, standard: number): number {
  if (text === undefined) return standard;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    refuse(
      'the port is not a number from 1024 to 65535. Percent-encode special characters in the user and password.',
    );
  }
  const port = Number(text);
  if (port < LOWEST_PORT)
    refuse('ports below 1024 are reserved for other services. Use a port from 1024 to 65535.');
  return port;
}

const NO_USER =
  'it has no user. Write user:password@ before the host, and percent-encode special characters in both.';

function readUser(userInfo: string | undefined): { user: string; password: string } {
  if (userInfo === undefined) return refuse(NO_USER);
  if (userInfo.includes('@')) refuse('the user or password contains an @. Write it as %40.');
  const [user, password] = split(userInfo, ':').map(part => part && decode(part, 'user or password'));
  if (!user) return refuse(NO_USER);
  if (user.length > MAX_USER) refuse(`the user is longer than ${MAX_USER} characters.`);
  if ((password?.length ?? 0) > MAX_PASSWORD)
    refuse(`the password is longer than ${MAX_PASSWORD} characters.`);
  return { user, password: password ?? '' };
}

function readDatabase(path: string | undefined, dialect: Dialect): string {
  if (!path) return refuse('it has no database. Write its name after the host: …/database');
  if (path.includes('/')) refuse('there is more than one / after the host. Write a literal / as %2F.');
  const database = decode(path, 'database name');
  if (Buffer.byteLength(database) > dialect.databaseBytes) refuse('the database name is too long.');
  return database;
}

function readParameters(query: string | undefined, { parameters }: Dialect): Partial<ConnectionFields> {
  if (query === undefined || query === '') return {};
  const allowed = Object.entries(parameters)
    .map(([name, values]) => `${name}=${Object.keys(values).join('|')}`)
    .join(' and ');
  const seen = new Set<string>();
  let fields: Partial<ConnectionFields> = {};
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = split(pair, '=').map(part => part && decode(part, 'query').toLowerCase());
    const values = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (!values || !Object.hasOwn(values, value)) {
      return refuse(
        `it has a query parameter that is not allowed. Allowed: ${allowed}. Write a literal ? in the password as %3F.`,
      );
    }
    if (seen.has(name)) refuse('a query parameter is repeated. Use each only once.');
    seen.add(name);
    fields = { ...fields, ...values[value] };
  }
  return fields;
}

/**
 * Parses a customer's connection string by our own rules. Drivers never see it: they would read files, take
 * a host from the query, or pass options to the server.
 * @throws {ConnectorError} of kind `refused`, saying what to change without quoting the string
 */
export function parseConnectionString(dbType: DbType, text: string): ConnectionFields {
  const dialect = DIALECTS[dbType];
  if (text.length > MAX_LENGTH) refuse(`it is longer than ${MAX_LENGTH} characters.`);
  if (!text.isWellFormed()) refuse('it is not valid Unicode.');
  if (CONTROL.test(text) || /\s/.test(text)) {
    refuse('it contains whitespace or a control character. Remove or percent-encode it.');
  }
  const [scheme, rest] = split(text, '://');
  if (rest === undefined || !dialect.schemes.includes(scheme.toLowerCase())) {
    return refuse(`for dbType ${dbType} it must be a URL like ${dialect.example}.`);
  }
  if (rest.includes('#')) refuse('it contains a #. Write a literal # as %23.');
  if (rest.includes('\\')) refuse('it contains a backslash. Write a literal \\ as %5C.');
  const [beforeQuery, query] = split(rest, '?');
  const [authority, path] = split(beforeQuery, '/');
  const at = authority.lastIndexOf('@');
  const [host, port] = readHost(authority.slice(at + 1));
  const parameters = readParameters(query, dialect);
  if (parameters.channelBinding && parameters.tls === 'disable') {
    refuse('channel_binding=require needs TLS. Remove sslmode=disable.');
  }
  return {
    dbType,
    ...readUser(at === -1 ? undefined : authority.slice(0, at)),
    host: checkHostName(host),
    port: readPort(port, dialect.port),
    database: readDatabase(path, dialect),
    tls: parameters.channelBinding ? 'require' : 'default',
    channelBinding: false,
    ...parameters,
  };
}
