import { ConnectorError, type ConnectorFailure } from '../../core/customer-database/connector.ts';

/** Meanings of error codes from a driver, a server, or Node; the first match counts. */
export type FailureTable = readonly (readonly [code: RegExp, kind: ConnectorFailure, message: string])[];

const NODE: FailureTable = [
  [
    /^ECONNREFUSED$/,
    'unavailable',
    'Nothing responds at the host and port in the connection string. Check both, and that the server is running.',
  ],
  [
    /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY))/,
    'failed',
    "The server's certificate does not meet the TLS mode in the connection string. It must be issued by a public authority and, for full verification, match the host. Fix the certificate, or use a less strict mode.",
  ],
  [
    /^(ERR_SSL|ERR_TLS|EPROTO)/,
    'failed',
    'The TLS handshake with the server failed. It must support TLS 1.2 or later.',
  ],
  [
    /^PROTOCOL_VIOLATION$/,
    'failed',
    'The server at the host and port in the connection string is not this kind of database. Check both.',
  ],
  [
    /^TOO_MUCH_DATA$/,
    'failed',
    'The server sent more data than requested. Check that the host and port belong to the database.',
  ],
  [
    /^E(HOSTUNREACH|NETUNREACH|ADDRNOTAVAIL)$/,
    'unavailable',
    'The server cannot be reached from here. It needs a public IPv4 address.',
  ],
];

const UNKNOWN = [
  'unavailable',
  'The database timed out or gave an unexpected response. Check that it is running and reachable from the internet, then try again.',
] as const;

/** The error's code if it looks like one: a hostile server chooses the text of its errors. */
export function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  // Abort signals are identified by name.
  if (name === 'TimeoutError' || name === 'AbortError') return 'TIMEOUT';
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'UNKNOWN';
}

/** Describes any failure in our own words. Of what drivers and servers report, only the code is kept. */
export function toConnectorError(error: unknown, table: FailureTable): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const code = codeOf(error);
  const [, kind, message] = [...table, ...NODE].find(([pattern]) => pattern.test(code)) ?? [null, ...UNKNOWN];
  return new ConnectorError(kind, message, { cause: code });
}
