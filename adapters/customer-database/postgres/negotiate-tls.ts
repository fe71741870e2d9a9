import type { Socket } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { ConnectorError } from '../../../core/customer-database/connector.ts';
import { nextEvent } from '../reach.ts';
import type { SessionOptions } from '../session.ts';

/** The message that requests TLS from a Postgres server, which answers with one byte. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Whether the server agrees. Bytes after the first could have been injected by an attacker. */
async function asksForTls(socket: Socket, signal: AbortSignal): Promise<boolean> {
  socket.write(SSL_REQUEST);
  const answer = await nextEvent<Buffer>(socket, 'data', signal);
  socket.pause();
  const text = answer.toString('latin1');
  if (text === 'S') return true;
  if (text === 'N') return false;
  throw new ConnectorError(
    'failed',
    'The server at the host and port in the connection string is not Postgres. Check both.',
  );
}

/**
 * Negotiates TLS with a Postgres server according to the connection's TLS mode.
 * @returns the socket to use
 */
export async function negotiateTls(
  socket: Socket,
  { fields, isLoopback, signal, ca }: SessionOptions,
): Promise<Socket | TLSSocket> {
  const mode = fields.tls === 'default' ? (isLoopback ? 'prefer' : 'require') : fields.tls;
  if (mode === 'disable') return socket;
  if (!(await asksForTls(socket, signal))) {
    if (mode === 'prefer') return socket;
    throw new ConnectorError(
      'failed',
      'The server does not support TLS, so signups would be sent unencrypted. Turn on TLS on the server, or add sslmode=disable to the connection string.',
    );
  }
  const options: ConnectionOptions = {
    socket,
    host: fields.host,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['postgresql'],
    rejectUnauthorized: mode === 'verify-ca' || mode === 'verify-full',
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
    ...(ca && { ca }),
    // SNI takes host names only, not addresses.
    ...(/[a-z]/.test(fields.host) && !fields.host.includes(':') && { servername: fields.host }),
  };
  const secure = connect(options);
  secure.on('error', () => {});
  await nextEvent(secure, 'secureConnect', signal);
  return secure;
}
