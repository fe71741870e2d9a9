import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { DbType, Target } from '../../core/customer-database/connector.ts';

/** A server that behaves as a test tells it to, and records what it receives. */
export interface HostileServer {
  readonly port: number;
  /** All bytes received on all connections. */
  received(): Buffer;
  /** The number of connections so far. */
  connections(): number;
  /** The number of bytes it was able to send. */
  sent(): number;
  stop(): Promise<void>;
}

export async function startHostileServer(
  behave: (socket: Socket, received: () => Buffer) => void,
): Promise<HostileServer> {
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let sent = 0;
  const server = createServer(socket => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sent += socket.bytesWritten;
      sockets.delete(socket);
    });
    const own: Buffer[] = [];
    socket.on('data', chunk => {
      chunks.push(chunk);
      own.push(chunk);
    });
    behave(socket, () => Buffer.concat(own));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    port,
    received: () => Buffer.concat(chunks),
    connections: () => connections,
    sent: () => sent + [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Writes the same bytes for as long as the client reads them. */
export function writeForEver(socket: Socket, chunk: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

const int32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32BE(value);
  return buffer;
};

/** A message of the Postgres protocol. */
export const pgMessage = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
};

/** Calls back for each message from a Postgres client, with its type: `` for the first, which has none. */
export function onPgMessages(socket: Socket, callback: (type: string) => void): void {
  let buffer = Buffer.alloc(0);
  let started = false;
  socket.on('data', chunk => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const offset = started ? 1 : 0;
      if (buffer.length < offset + 4) return;
      const end = offset + buffer.readInt32BE(offset);
      if (buffer.length < end) return;
      const type = started ? buffer.toString('latin1', 0, 1) : '';
      buffer = buffer.subarray(end);
      started = true;
      callback(type);
    }
  });
}

export const PG_WELCOME = Buffer.concat([pgMessage('R', int32(0)), pgMessage('Z', Buffer.from('I'))]);
export const pgAuthentication = (kind: number, ...parts: Buffer[]): Buffer =>
  pgMessage('R', int32(kind), ...parts);

/** A packet of the MySQL protocol. */
export const mysqlPacket = (sequence: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(4);
  header.writeUIntLE(body.length, 0, 3);
  header.writeUInt8(sequence & 255, 3);
  return Buffer.concat([header, body]);
};

/** The greeting of a MySQL server without TLS. */
export function mysqlGreeting(plugin: string): Buffer {
  const capabilities = 0x00ff_f7ff & ~0x800;
  const low = Buffer.alloc(2);
  low.writeUInt16LE(capabilities & 0xffff);
  const high = Buffer.alloc(2);
  high.writeUInt16LE(capabilities >>> 16);
  return mysqlPacket(
    0,
    Buffer.from([10]),
    Buffer.from('8.4.0\0'),
    int32(1),
    Buffer.from('12345678\0'),
    low,
    Buffer.from([45, 2, 0]),
    high,
    Buffer.from([21]),
    Buffer.alloc(10),
    Buffer.from('123456789012\0'),
    Buffer.from(`${plugin}\0`),
  );
}

export const mysqlOk = (sequence: number): Buffer =>
  mysqlPacket(sequence, Buffer.from([0, 0, 0, 2, 0, 0, 0]));

/** Calls back for each packet from a MySQL client, with its sequence number and body. */
export function onMysqlPackets(socket: Socket, callback: (sequence: number, body: Buffer) => void): void {
  let buffer = Buffer.alloc(0);
  socket.on('data', chunk => {
    buffer = Buffer.concat([buffer, chunk]);
    while (buffer.length >= 4 && buffer.length >= 4 + buffer.readUIntLE(0, 3)) {
      const end = 4 + buffer.readUIntLE(0, 3);
      const packet = buffer.subarray(0, end);
      buffer = buffer.subarray(end);
      callback(packet.readUInt8(3), packet.subarray(4));
    }
  });
}

export const PASSWORD = 'correct-horse-battery';

/** The hostile server as a customer's database. */
export const hostileTarget = (
  dbType: DbType,
  port: number,
  query = '',
  host = 'db.example.test',
): Target => ({
  dbType,
  connectionString: `${dbType}://shop:${PASSWORD}@${host}:${port}/orders${query && `?${query}`}`,
  tableName: 'waitlist_hostile',
});
