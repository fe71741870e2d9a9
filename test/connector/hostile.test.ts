import { createHash, randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { createConnector } from '../../adapters/customer-database/connector.ts';
import type { DbType } from '../../core/customer-database/connector.ts';
import { failureOf } from './customer-database.ts';
import {
  type HostileServer,
  hostileTarget,
  mysqlGreeting,
  mysqlOk,
  mysqlPacket,
  onMysqlPackets,
  onPgMessages,
  PASSWORD,
  PG_WELCOME,
  pgAuthentication,
  pgMessage,
  startHostileServer,
  writeForEver,
} from './hostile-server.ts';

const CALL_MS = 1_000;
/** By now a call has reached its time limit, even on a busy machine. */
const PATIENCE_MS = 4_000;
const MIB = 1024 * 1024;

const connector = createConnector({
  allowLoopback: true,
  resolve: async () => ['127.0.0.1'],
  callMs: CALL_MS,
});
const CLEAR: Readonly<Record<DbType, string>> = { postgres: 'sslmode=disable', mysql: 'ssl-mode=DISABLED' };

const servers: HostileServer[] = [];
afterAll(() => Promise.all(servers.map(server => server.stop())));

async function start(behave: Parameters<typeof startHostileServer>[0]): Promise<HostileServer> {
  const server = await startHostileServer(behave);
  servers.push(server);
  return server;
}

/** The error of a call to a server that behaves this way; it comes in time and reveals no server output. */
async function meet(
  dbType: DbType,
  behave: (socket: Socket, received: () => Buffer) => void,
  query = CLEAR[dbType],
): Promise<{ kind: string; message: string; server: HostileServer }> {
  const server = await start(behave);
  const started = performance.now();
  const { kind, message, cause } = await failureOf(connector.test(hostileTarget(dbType, server.port, query)));
  expect(performance.now() - started).toBeLessThan(PATIENCE_MS);
  for (const shown of [message, String(cause)]) {
    expect(shown).not.toContain(PASSWORD);
    expect(shown).not.toContain('secret of the server');
  }
  return { kind, message, server };
}

const BOTH = ['postgres', 'mysql'] as const;

describe.each(BOTH)('a hostile server instead of a %s', dbType => {
  it.concurrent('that never sends anything', async () => {
    expect(await meet(dbType, () => {})).toMatchObject({ kind: 'unavailable' });
  });

  it.concurrent('that never answers a request for TLS', async () => {
    expect(await meet(dbType, () => {}, '')).toMatchObject({ kind: 'unavailable' });
  });

  it.concurrent('that hangs up', async () => {
    expect(await meet(dbType, socket => socket.destroy())).toMatchObject({ kind: 'unavailable' });
    expect(await meet(dbType, socket => socket.end())).toMatchObject({ kind: 'unavailable' });
  });

  it.concurrent('that is actually a web server', async () => {
    await meet(dbType, socket => socket.end('HTTP/1.1 200 OK\r\n\r\nsecret of the server'));
    await meet(dbType, socket => socket.end('HTTP/1.1 200 OK\r\n\r\nsecret of the server'), '');
  });

  it('that sends garbage', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    for (let round = 0; round < 6; round++) {
      await meet(dbType, socket => socket.write(randomBytes(4096)));
    }
    expect(log.mock.calls.length).toBeLessThanOrEqual(6);
    log.mockRestore();
  });

  it('that sends garbage forever', async () => {
    const { server: met } = await meet(dbType, socket => writeForEver(socket, Buffer.alloc(65_536, 'N')));
    expect(met.sent()).toBeLessThan(16 * MIB);
  });

  it.concurrent('that sends data very slowly', async () => {
    await meet(dbType, socket => {
      const timer = setInterval(() => socket.write('N'), 50);
      socket.on('close', () => clearInterval(timer));
    });
  });
});

describe('a hostile Postgres', () => {
  /** Accepts every login, and answers the first statement. */
  const welcoming = (answer: (socket: Socket) => void) => (socket: Socket) =>
    onPgMessages(socket, type => {
      if (type === '') socket.write(PG_WELCOME);
      if (type === 'Q') answer(socket);
    });

  const rowOf = (bytes: number) => {
    const value = Buffer.alloc(bytes, 'x');
    const length = Buffer.alloc(4);
    length.writeInt32BE(bytes);
    return pgMessage('D', Buffer.from([0, 1]), length, value);
  };

  it.concurrent('that starts a TLS handshake and never finishes it', async () => {
    expect(await meet('postgres', socket => socket.once('data', () => socket.write('S')), '')).toMatchObject({
      kind: 'unavailable',
    });
  });

  it.concurrent('that injects data before TLS', async () => {
    const { message } = await meet(
      'postgres',
      socket => socket.once('data', () => socket.write(Buffer.concat([Buffer.from('S'), PG_WELCOME]))),
      '',
    );
    expect(message).toContain('is not Postgres');
  });

  it.concurrent('that asks for the password never gets it in a readable form', async () => {
    const questions = [
      pgAuthentication(3),
      pgAuthentication(5, Buffer.from('salt')),
      pgAuthentication(10, Buffer.from('SCRAM-SHA-256\0\0')),
      pgAuthentication(7),
      pgAuthentication(2),
    ];
    const all = await Promise.all(
      questions.map(ask =>
        meet('postgres', socket => onPgMessages(socket, type => type === '' && socket.write(ask))),
      ),
    );
    for (const { server } of all) expect(server.received().toString('latin1')).not.toContain(PASSWORD);
  });

  it('that demands a million rounds of hashing', async () => {
    await meet('postgres', (socket, received) =>
      onPgMessages(socket, type => {
        if (type === '') socket.write(pgAuthentication(10, Buffer.from('SCRAM-SHA-256\0\0')));
        if (type !== 'p') return;
        const nonce = /r=([^,]+)/.exec(received().toString('latin1'))?.[1];
        socket.write(pgAuthentication(11, Buffer.from(`r=${nonce}x,s=c2FsdA==,i=2000000000`)));
      }),
    );
  });

  it('that sends endless rows', async () => {
    const { server: met } = await meet(
      'postgres',
      welcoming(socket => writeForEver(socket, rowOf(1000))),
    );
    expect(met.sent()).toBeLessThan(16 * MIB);
  });

  it('that sends a two-gigabyte row', async () => {
    const { kind, server: met } = await meet(
      'postgres',
      welcoming(socket => {
        socket.write(Buffer.from([68, 0x7f, 0xff, 0xff, 0xff, 0, 1, 0x7f, 0xff, 0xff, 0xf0]));
        writeForEver(socket, Buffer.alloc(65_536));
      }),
    );
    expect(kind).toBe('failed');
    expect(met.sent()).toBeLessThan(16 * MIB);
  });

  it('that sends endless notices', async () => {
    const notice = pgMessage('N', Buffer.from('SNOTICE\0Msecret of the server\0\0'));
    const { server: met } = await meet(
      'postgres',
      welcoming(socket => writeForEver(socket, notice)),
    );
    expect(met.sent()).toBeLessThan(16 * MIB);
  });

  it.concurrent.each([
    ['a row with a negative number of columns', pgMessage('T', Buffer.from([0xff, 0xff]))],
    ['a row before its description', rowOf(3)],
    ['a truncated row', pgMessage('D', Buffer.from([0, 9, 0, 0, 0, 4]))],
    ['an error with its own text', pgMessage('E', Buffer.from('SERROR\0CXX000\0Msecret of the server\0\0'))],
    ['an error with its own code', pgMessage('E', Buffer.from('SERROR\0Csecret of the server\0Mx\0\0'))],
    ['an error with no fields', pgMessage('E')],
    ['a request for data', pgMessage('G', Buffer.from([0, 0, 1, 0, 0]))],
    ['unrequested data', pgMessage('H', Buffer.from([0, 0x7f, 0xff]))],
    ['a message of no length', Buffer.from([68, 0, 0, 0, 0])],
    ['an unknown message', pgMessage('?')],
    ['only that it is ready', pgMessage('Z', Buffer.from('I'))],
  ])('that answers with %s', async (_what, answer) => {
    await meet(
      'postgres',
      welcoming(socket => socket.write(answer)),
    );
  });

  it('receives nothing from our environment', async () => {
    const theirs = {
      PGPASSWORD: 'password-of-ours',
      PGOPTIONS: '-c options=of-ours',
      PGAPPNAME: 'name-of-ours',
      PGUSER: 'user-of-ours',
      PGHOST: '10.0.0.1',
      PGPORT: '1',
      PGSSLMODE: 'require',
      PGSSLNEGOTIATION: 'direct',
      PGREPLICATION: 'replication-of-ours',
      PGPASSFILE: '/etc/passwd',
    };
    const { env } = process;
    const server = await start(socket =>
      onPgMessages(socket, type => type === '' && socket.write(pgAuthentication(5, Buffer.from('salt')))),
    );
    Object.assign(env, theirs);
    try {
      const target = hostileTarget('postgres', server.port, CLEAR.postgres);
      const connectionString = target.connectionString.replace(`:${PASSWORD}`, '');
      await failureOf(connector.test({ ...target, connectionString }));
    } finally {
      for (const name of Object.keys(theirs)) delete env[name];
    }
    const md5 = (text: string) => createHash('md5').update(text).digest('hex');
    const received = server.received().toString('latin1');
    expect(received).not.toMatch(/of-ours|replication|options/);
    expect(received).toContain(`md5${md5(`${md5('shop')}salt`)}`);
    const [, startup] = /^.{8}(.*?)\0\0/s.exec(received) ?? [];
    expect(startup?.split('\0')).toEqual([
      'user',
      'shop',
      'database',
      'orders',
      'application_name',
      'anteroom',
      'client_encoding',
      'UTF8',
    ]);
  });
});

describe('a hostile MySQL', () => {
  /** Sends a greeting, accepts every login, and answers the first statement. */
  const welcoming = (answer: (socket: Socket) => void) => (socket: Socket) => {
    socket.write(mysqlGreeting('mysql_native_password'));
    onMysqlPackets(socket, (sequence, body) => {
      if (sequence === 1) socket.write(mysqlOk(2));
      if (sequence === 0 && (body[0] === 3 || body[0] === 0x16)) answer(socket);
    });
  };

  it.concurrent('that asks for one of our files gets nothing', async () => {
    const answers: Buffer[] = [];
    const { server } = await meet('mysql', socket => {
      welcoming(it => it.write(mysqlPacket(1, Buffer.from([0xfb]), Buffer.from('/etc/passwd'))))(socket);
      onMysqlPackets(socket, (sequence, body) => sequence > 1 && answers.push(body));
    });
    expect(Buffer.concat(answers)).toHaveLength(0);
    const [, flags] = /^.{4}(.{4})/s.exec(server.received().toString('latin1')) ?? [];
    const capabilities = Buffer.from(flags ?? '', 'latin1').readUInt32LE();
    // CLIENT_LOCAL_FILES, CLIENT_MULTI_STATEMENTS
    expect(capabilities & 0x80).toBe(0);
    expect(capabilities & 0x10000).toBe(0);
  });

  it.each([
    ['the password in cleartext', mysqlPacket(2, Buffer.from([0xfe]), Buffer.from('mysql_clear_password\0'))],
    [
      'the password through another plugin',
      mysqlPacket(2, Buffer.from([0xfe]), Buffer.from('dialog\0secret of the server\0')),
    ],
    [
      'the password encrypted with its own key',
      mysqlPacket(2, Buffer.from([0xfe]), Buffer.from('sha256_password\x0012345678901234567890\0')),
    ],
    ['an invalid method', mysqlPacket(2, Buffer.from([0xfe]), Buffer.from('__proto__\0'))],
  ])('that asks for %s', async (_what, ask) => {
    const { kind, server: met } = await meet('mysql', socket => {
      socket.write(mysqlGreeting('mysql_native_password'));
      onMysqlPackets(socket, sequence => sequence === 1 && socket.write(ask));
    });
    expect(kind).toBe('failed');
    expect(met.received().toString('latin1')).not.toContain(PASSWORD);
  });

  it('that asks for more than a password digest', async () => {
    const asked: Buffer[] = [];
    const { kind, message } = await meet('mysql', socket => {
      socket.write(mysqlGreeting('caching_sha2_password'));
      onMysqlPackets(socket, (sequence, body) => {
        asked.push(body);
        if (sequence === 1) {
          socket.write(
            mysqlPacket(
              2,
              Buffer.from([0xfe]),
              Buffer.from('caching_sha2_password\x0012345678901234567890\0'),
            ),
          );
        }
        if (sequence === 3) socket.write(mysqlPacket(4, Buffer.from([1, 4])));
      });
    });
    expect(kind).toBe('failed');
    expect(message).toContain('TLS');
    // Only the login and a digest; neither the password nor a request for a key to encrypt it.
    expect(asked.map(({ length }) => length)).toEqual([expect.any(Number), 32]);
    expect(Buffer.concat(asked).toString('latin1')).not.toContain(PASSWORD);
  });

  it('that sends endless rows', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const column = Buffer.from('\x03def\0\0\0\x01a\x01a\x0c\x2d\0\0\0\0\0\xfd\0\0\0\0\0', 'latin1');
    const { server: met } = await meet(
      'mysql',
      welcoming(socket => {
        socket.write(mysqlPacket(1, Buffer.from([1])));
        socket.write(mysqlPacket(2, column));
        socket.write(mysqlPacket(3, Buffer.from([0xfe, 0, 0, 2, 0])));
        writeForEver(socket, mysqlPacket(4, Buffer.from([0xfc, 0xe8, 3]), Buffer.alloc(1000, 'x')));
      }),
    );
    expect(met.sent()).toBeLessThan(16 * MIB);
    expect(log.mock.calls.length).toBeLessThanOrEqual(1);
    log.mockRestore();
  });

  it('that sends 16-megabyte packets', async () => {
    const { server: met } = await meet(
      'mysql',
      welcoming(socket => {
        socket.write(Buffer.from([0xff, 0xff, 0xff, 1]));
        writeForEver(socket, Buffer.alloc(65_536));
      }),
    );
    expect(met.sent()).toBeLessThan(16 * MIB);
  });

  it.each([
    [
      'an error with its own text',
      mysqlPacket(1, Buffer.from('\xff\x28\x04#42000secret of the server', 'latin1')),
    ],
    ['an empty packet', mysqlPacket(1)],
    ['endless columns', mysqlPacket(1, Buffer.from([0xfe, 255, 255, 255, 255, 255, 255, 255, 255]))],
    ['a truncated count', mysqlPacket(1, Buffer.from([0xfe]))],
    ['packets out of order', mysqlPacket(77, Buffer.from([0, 0, 0]))],
  ])('that answers with %s', async (_what, answer) => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    try {
      await meet(
        'mysql',
        welcoming(socket => socket.write(answer)),
      );
      for (const line of log.mock.calls.flat()) expect(String(line)).not.toContain('secret');
    } finally {
      log.mockRestore();
    }
  });

  it.each([
    ['truncated', mysqlPacket(0, Buffer.from([10]))],
    ['from an old protocol', mysqlPacket(0, Buffer.from([9, 0x35, 0]))],
    ['an error', mysqlPacket(0, Buffer.from('\xff\x10\x04secret of the server', 'latin1'))],
    ['empty', mysqlPacket(0)],
  ])('whose greeting is %s', async (_what, greeting) => {
    await meet('mysql', socket => socket.write(greeting));
  });
});

describe('the version of a server', () => {
  it('is shown without control characters', async () => {
    const text = Buffer.from('15.2\u0007<script>\u001b[31m');
    const field = Buffer.concat([Buffer.from('version\0'), Buffer.alloc(18)]);
    const names = ['encoding', 'database', 'schema', 'readOnly'];
    const values = [text, Buffer.from('UTF8'), Buffer.from('d'), Buffer.from('s'), Buffer.from('f')];
    const fields = [field, ...names.map(name => Buffer.concat([Buffer.from(`${name}\0`), Buffer.alloc(18)]))];
    const sized = values.map(value => {
      const length = Buffer.alloc(4);
      length.writeInt32BE(value.length);
      return Buffer.concat([length, value]);
    });
    const introduction = Buffer.concat([
      pgMessage('C', Buffer.from('BEGIN\0')),
      pgMessage('T', Buffer.from([0, 5]), ...fields),
      pgMessage('D', Buffer.from([0, 5]), ...sized),
      pgMessage('C', Buffer.from('SELECT 1\0')),
      pgMessage('Z', Buffer.from('T')),
    ]);
    let round = 0;
    const able = Buffer.concat([
      pgMessage('1'),
      pgMessage('2'),
      pgMessage('T', Buffer.from([0, 1]), Buffer.concat([Buffer.from('able\0'), Buffer.alloc(18)])),
      pgMessage('D', Buffer.from([0, 1, 0, 0, 0, 1]), Buffer.from('t')),
      pgMessage('C', Buffer.from('SELECT 1\0')),
      pgMessage('Z', Buffer.from('T')),
    ]);
    const none = Buffer.concat([
      pgMessage('1'),
      pgMessage('2'),
      pgMessage('T', Buffer.from([0, 0])),
      pgMessage('C', Buffer.from('SELECT 0\0')),
      pgMessage('Z', Buffer.from('T')),
    ]);
    const server = await start(socket =>
      onPgMessages(socket, type => {
        if (type === '') socket.write(PG_WELCOME);
        if (type === 'Q') socket.write(introduction);
        if (type === 'S') socket.write(round++ === 0 ? none : able);
      }),
    );
    expect(await connector.test(hostileTarget('postgres', server.port, CLEAR.postgres))).toEqual({
      serverVersion: '15.2<script>[31m',
    });
  });
});
