import type { Socket } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { ConnectorError } from '../../../core/customer-database/connector.ts';
import { nextEvent } from '../reach.ts';
import type { SessionOptions } from '../session.ts';

/** The message that asks a Postgres server for TLS; it answers with one byte. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Whether the server agrees. Anything beside its one byte could have been put in by somebody on the way. */
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
 * Agrees on TLS with a Postgres server as the mode of the connection asks.
 * @returns the socket to speak to it over
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
    // An address is no name that a server could be asked for by.
    ...(/[a-z]/.test(fields.host) && !fields.host.includes(':') && { servername: fields.host }),
  };
  const secure = connect(options);
  secure.on('error', () => {});
  await nextEvent(secure, 'secureConnect', signal);
  return secure;
}
