import type { EventEmitter } from 'node:events';
import { TLSSocket } from 'node:tls';
import pg from 'pg';
import { ConnectorError } from '../../../core/customer-database/connector.ts';
import { GuardedStream } from '../guarded-stream.ts';
import { dial, untilAborted } from '../reach.ts';
import type { SessionOptions } from '../session.ts';
import { createMessageCheck } from './check-messages.ts';
import { negotiateTls } from './negotiate-tls.ts';

/** The largest answer is 200 contacts, about 300 KB; the rest is for protocol overhead. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Values as the server's text, whatever their type. */
const types = { getTypeParser: () => (value: unknown) => value } as unknown as pg.CustomTypesConfig;

/**
 * Ends the connection if a server asks for too much: the plain password over an unencrypted connection, or a login
 * without channel binding when the connection string requires it.
 */
function guardLogin(
  client: pg.Client,
  stream: GuardedStream,
  options: { readonly inTheClear: boolean; readonly channelBinding: boolean },
): void {
  const { connection } = client as unknown as { connection: EventEmitter };
  let bound = false;
  const refuse = (message: string) => stream.destroy(new ConnectorError('failed', message));
  connection.prependListener('authenticationCleartextPassword', () => {
    if (options.inTheClear) {
      refuse(
        'The server wants the password in plain text. Turn on TLS on the server, or use scram-sha-256 for this user.',
      );
    }
  });
  connection.prependListener('authenticationSASL', ({ mechanisms }: { mechanisms: readonly string[] }) => {
    bound = mechanisms.includes('SCRAM-SHA-256-PLUS');
  });
  const unbound = () => {
    if (options.channelBinding && !bound) {
      refuse(
        'The server does not support channel binding, which channel_binding=require needs. Remove that parameter.',
      );
    }
  };
  const methods = ['Ok', 'CleartextPassword', 'MD5Password', 'SASL'];
  for (const method of methods) connection.on(`authentication${method}`, unbound);
}

/**
 * Connects to a customer's Postgres over our stream. The driver looks up no name, opens no socket, and reads nothing
 * from the environment (`PGPASSWORD`, `PGOPTIONS`, `.pgpass`).
 */
export async function connectPostgres(options: SessionOptions): Promise<pg.Client> {
  const { fields, addresses, signal } = options;
  const raw = await dial(addresses, fields.port, signal);
  try {
    const socket = await negotiateTls(raw, options);
    const stream = new GuardedStream(socket, fields.host, {
      signal,
      maxBytes: MAX_BYTES,
      check: createMessageCheck(MAX_BYTES),
    });
    const inTheClear = !(socket instanceof TLSSocket);
    if (socket instanceof TLSSocket) {
      // Channel binding ties the login to this certificate.
      Object.assign(stream, { getPeerCertificate: () => socket.getPeerCertificate() });
    }
    const { user, database } = fields;
    const client = new pg.Client({
      stream: () => stream,
      host: fields.host,
      port: fields.port,
      user,
      database,
      // A function, even for an empty password: without one the driver looks elsewhere.
      password: () => fields.password,
      ssl: false,
      sslnegotiation: 'postgres',
      application_name: 'anteroom',
      enableChannelBinding: fields.channelBinding,
      types,
    } as pg.ClientConfig);
    // Send only user and database at startup: poolers reject more, and the driver would add settings from the
    // environment.
    Object.assign(client, { getStartupConf: () => ({ user, database, application_name: 'anteroom' }) });
    client.on('error', () => {});
    guardLogin(client, stream, { inTheClear, channelBinding: fields.channelBinding });
    const failed = Promise.withResolvers<never>();
    stream.once('error', failed.reject);
    await untilAborted(Promise.race([client.connect(), failed.promise]), signal);
    return client;
  } catch (error) {
    raw.destroy();
    throw error;
  }
}
