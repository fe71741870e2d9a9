import { ConnectorError, type ConnectorFailure } from '../../core/customer-database/connector.ts';

/** What a code of a driver, of a server or of Node means; the first that fits counts. */
export type FailureTable = readonly (readonly [code: RegExp, kind: ConnectorFailure, message: string])[];

const NODE: FailureTable = [
  [
    /^ECONNREFUSED$/,
    'unavailable',
    'Nothing answers at the host and port of the connection string. Check both, and that the server runs.',
  ],
  [
    /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY))/,
    'failed',
    'The certificate of the server is not one that the connection string asks for: it must come from a public authority and, where the name is checked, be made out to the host. Mend it, or ask for less.',
  ],
  [
    /^(ERR_SSL|ERR_TLS|EPROTO)/,
    'failed',
    'TLS could not be agreed on with the server. It must offer TLS 1.2 or later.',
  ],
  [
    /^PROTOCOL_VIOLATION$/,
    'failed',
    'What answers at the host and port of the connection string is no such database. Check both.',
  ],
  [
    /^TOO_MUCH_DATA$/,
    'failed',
    'The server sent more than it was asked for. Check that the host and the port are those of the database.',
  ],
  [
    /^E(HOSTUNREACH|NETUNREACH|ADDRNOTAVAIL)$/,
    'unavailable',
    'The server cannot be reached from here. It needs a public IPv4 address.',
  ],
];

const UNKNOWN = [
  'unavailable',
  'The database did not answer as expected, or not in time. Check that it runs and can be reached from the internet, and try again.',
] as const;

/** A code, where it is one: a hostile server chooses the text of its errors. */
export function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  // A signal that aborts says so by its name.
  if (name === 'TimeoutError' || name === 'AbortError') return 'TIMEOUT';
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'UNKNOWN';
}

/** Any failure in our own words. What drivers and servers say stays behind, but for its code. */
export function toConnectorError(error: unknown, table: FailureTable): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const code = codeOf(error);
  const [, kind, message] = [...table, ...NODE].find(([pattern]) => pattern.test(code)) ?? [null, ...UNKNOWN];
  return new ConnectorError(kind, message, { cause: code });
}
