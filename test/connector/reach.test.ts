import { afterEach, describe, expect, it } from '@jest/globals';
import { createConnector } from '../../adapters/customer-database/connector.ts';
import type { Resolve } from '../../adapters/customer-database/reach.ts';
import type { Target } from '../../core/customer-database/connector.ts';
import { failureOf } from './customer-database.ts';
import { type HostileServer, hostileTarget, PASSWORD, startHostileServer } from './hostile-server.ts';

let server: HostileServer | undefined;

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const target = (host: string, port = 5432): Target =>
  hostileTarget('postgres', port, 'sslmode=disable', host);

/** A name resolver that returns each of these sets in turn. */
function resolver(...answers: readonly (readonly string[])[]): { resolve: Resolve; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    resolve: async host => {
      asked.push(host);
      return answers[Math.min(asked.length, answers.length) - 1] ?? [];
    },
  };
}

describe('a host name', () => {
  it.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['a private address', ['10.0.0.5']],
    ['cloud metadata', ['169.254.169.254']],
    ['a carrier-grade NAT address', ['100.64.1.1']],
    ['IPv4-mapped loopback', ['::ffff:127.0.0.1']],
    ['NAT64 of loopback', ['64:ff9b::7f00:1']],
    ['6to4 of loopback', ['2002:7f00:1::']],
    ['unique local', ['fd00:ec2::254']],
    ['this network', ['0.0.0.0']],
    ['multicast', ['224.0.0.1']],
    ['a public and a private address', ['8.8.8.8', '10.0.0.5']],
    ['a private and a public address', ['192.168.0.1', '8.8.8.8']],
    ['a public and, in IPv6, a private address', ['8.8.8.8', 'fe80::1']],
  ])('that resolves to %s is rejected before a socket opens', async (_what, addresses) => {
    server = await startHostileServer(() => {});
    const { resolve } = resolver(addresses);
    const connector = createConnector({ allowLoopback: false, resolve });
    for (const call of [
      connector.test(target('db.example.com', server.port)),
      connector.prepare(target('db.example.com', server.port)),
      connector.read(target('db.example.com', server.port), ['0b0e8a5c-2f0e-4f0e-9d5c-1a2b3c4d5e6f']),
    ]) {
      const { kind, message } = await failureOf(call);
      expect(kind).toBe('refused');
      expect(message).toContain('public internet');
      expect(message).not.toMatch(/\d|example/);
    }
    expect(server.connections()).toBe(0);
  });

  it.each([
    '127.0.0.1',
    '[::1]',
    '10.0.0.5',
    '169.254.169.254',
    '[::ffff:127.0.0.1]',
    '[fd00:ec2::254]',
    '0.0.0.0',
    '[::]',
  ])('that is the address %s is rejected without a lookup', async host => {
    const { resolve, asked } = resolver(['8.8.8.8']);
    const connector = createConnector({ allowLoopback: false, resolve });
    expect(await failureOf(connector.test(target(host)))).toMatchObject({ kind: 'refused' });
    expect(asked).toEqual([]);
  });

  it('is looked up once per call, so a later change of its addresses has no effect', async () => {
    server = await startHostileServer(socket => socket.end());
    // The second answer for a rebinding name.
    const { resolve, asked } = resolver(['127.0.0.1'], ['127.0.0.2']);
    const connector = createConnector({ allowLoopback: true, resolve });
    await failureOf(connector.test(target('rebinding.example.com', server.port)));
    expect(asked).toEqual(['rebinding.example.com']);
    expect(server.connections()).toBe(1);
  });

  it('is looked up once for MySQL too, even when TLS is tried first', async () => {
    server = await startHostileServer(socket => socket.end());
    const { resolve, asked } = resolver(['127.0.0.1'], ['10.0.0.1']);
    const connector = createConnector({ allowLoopback: true, resolve });
    await failureOf(connector.test(hostileTarget('mysql', server.port, '', 'rebinding.example.com')));
    expect(asked).toHaveLength(1);
  });

  it('that does not exist or has no address gives an error that says so', async () => {
    const missing: Resolve = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    };
    for (const resolve of [missing, resolver([]).resolve]) {
      const connector = createConnector({ allowLoopback: false, resolve });
      const { kind, message } = await failureOf(connector.test(target('nowhere.example.com')));
      expect(kind).toBe('failed');
      expect(message).toContain('spelling');
    }
  });

  it('whose lookup gets no answer fails at the time limit of the call', async () => {
    const connector = createConnector({
      allowLoopback: false,
      resolve: () => new Promise(() => {}),
      callMs: 200,
    });
    expect(await failureOf(connector.test(target('db.example.com')))).toMatchObject({ kind: 'unavailable' });
  });

  it('with several addresses is reached at the first one that answers', async () => {
    server = await startHostileServer(socket => socket.end());
    const { resolve } = resolver(['127.0.0.3', '::1', '127.0.0.1']);
    const connector = createConnector({ allowLoopback: true, resolve });
    await failureOf(connector.test(target('db.example.com', server.port)));
    expect(server.connections()).toBe(1);
  });
});

describe('an invalid connection string', () => {
  it.each([
    `postgres://shop:${PASSWORD}@db.example.com/orders?sslrootcert=/etc/passwd`,
    `postgres://shop:${PASSWORD}@db.example.com/orders?host=127.0.0.1`,
    `postgres://shop:${PASSWORD}@%2Fvar%2Frun%2Fpostgresql/orders`,
    `postgres://shop:${PASSWORD}@2130706433/orders`,
    `postgres://shop:${PASSWORD}@0x7f.1/orders`,
    `postgres://shop:${PASSWORD}@localhost/orders`,
  ])('is rejected before its host is looked up: %s', async connectionString => {
    const { resolve, asked } = resolver(['127.0.0.1']);
    const connector = createConnector({ allowLoopback: false, resolve });
    const failure = await failureOf(connector.test({ ...target('x.example.com'), connectionString }));
    expect(failure).toMatchObject({ kind: 'refused' });
    expect(failure.message).not.toContain(PASSWORD);
    // `localhost` is a name, so the address it resolves to is rejected.
    expect(asked).toEqual(connectionString.includes('localhost') ? ['localhost'] : []);
  });
});
