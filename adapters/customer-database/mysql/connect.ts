import type { EventEmitter } from 'node:events';
import type { Connection, ConnectionOptions } from 'mysql2';
import { ConnectorError } from '../../../core/customer-database/connector.ts';
import { codeOf } from '../failure.ts';
import { GuardedStream, ProtocolError } from '../guarded-stream.ts';
import { dial, untilAborted } from '../reach.ts';
import type { SessionOptions } from '../session.ts';
import { cachingSha2Password, createConnection } from './driver.ts';

/** The largest answer is 200 contacts, about 300 KB; the rest is for protocol overhead. */
const MAX_BYTES = 2 * 1024 * 1024;

const refuseLogin = (): never => {
  throw new ConnectorError(
    'failed',
    'The server wants the password in plain text over an unencrypted connection. Turn on TLS on the server.',
  );
};

/** `caching_sha2_password` uses this byte to ask for more than a digest of the password. */
const FULL_AUTHENTICATION = 4;

type Plugins = NonNullable<ConnectionOptions['authPlugins']>;

/**
 * Login methods allowed over an unencrypted connection: those that send a digest. The others send the password, or
 * encrypt it with a key from the same connection, which an attacker could replace.
 */
const digestsOnly: Plugins = {
  sha256_password: () => refuseLogin,
  caching_sha2_password: metadata => {
    const plugin = cachingSha2Password({})(metadata);
    return data => (data.length === 1 && data[0] === FULL_AUTHENTICATION ? refuseLogin() : plugin(data));
  },
};

async function attempt(options: SessionOptions, tls: boolean): Promise<Connection> {
  const { fields, addresses, signal, ca } = options;
  const verify = fields.tls === 'verify-ca' || fields.tls === 'verify-full';
  const socket = await dial(addresses, fields.port, signal);
  const stream = new GuardedStream(socket, fields.host, { signal, maxBytes: MAX_BYTES });
  const connection = createConnection({
    stream,
    // For the certificate only: the stream is already connected.
    host: fields.host,
    port: fields.port,
    user: fields.user,
    password: fields.password,
    database: fields.database,
    connectTimeout: 0,
    charset: 'UTF8MB4_UNICODE_CI',
    multipleStatements: false,
    // A server may request any local file in response to any statement; the driver is told to send none.
    flags: ['-LOCAL_FILES'],
    enableCleartextPlugin: false,
    // Otherwise the driver generates code from column names and runs it.
    disableEval: true,
    typeCast: false,
    ...(tls
      ? {
          ssl: {
            minVersion: 'TLSv1.2',
            rejectUnauthorized: verify,
            verifyIdentity: fields.tls === 'verify-full',
            ...(ca && { ca }),
          },
        }
      : { authPlugins: digestsOnly }),
  });
  // Later errors also reject the pending statement; without a listener they would end the process.
  connection.on('error', () => {});
  // The driver logs each packet that is out of order and continues; end the connection after the first.
  (connection as unknown as EventEmitter).on('warn', () => {
    Object.assign(connection, { handlePacket: () => {} });
    stream.destroy(new ProtocolError());
  });
  try {
    const connected = Promise.withResolvers<void>();
    connection.once('error', connected.reject);
    connection.once('connect', () => connected.resolve());
    stream.once('close', () => connected.reject(new Error('The server closed the connection')));
    await untilAborted(connected.promise, signal);
    return connection;
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

/**
 * Connects to a customer's MySQL or MariaDB over our stream. The driver looks up no name and opens no socket.
 */
export async function connectMysql(options: SessionOptions): Promise<Connection> {
  const { fields, isLoopback } = options;
  const mode = fields.tls === 'default' ? (isLoopback ? 'prefer' : 'require') : fields.tls;
  if (mode === 'disable') return attempt(options, false);
  try {
    return await attempt(options, true);
  } catch (error) {
    if (codeOf(error) !== 'HANDSHAKE_NO_SSL_SUPPORT') throw error;
    if (mode === 'prefer') return attempt(options, false);
    throw new ConnectorError(
      'failed',
      'The server does not support TLS, so signups would be sent unencrypted. Turn on TLS on the server, or add ssl-mode=DISABLED to the connection string.',
    );
  }
}
