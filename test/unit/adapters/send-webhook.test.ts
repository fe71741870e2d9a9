import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createWebhookSender } from '../../../adapters/webhooks/send-webhook.ts';
import { createHandler } from '../../../lambdas/webhook-sender/handler.ts';
import { createAuthority } from '../../support/certificates.ts';
import { verifies } from '../../support/verifies.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const message = (url: string) => ({ url, headers: { 'webhook-id': '1' }, body: '{"type":"webhook.test"}' });
const ok: RequestListener = (_request, response) => response.end('ok');

describe('a webhook', () => {
  it.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['a private address', ['10.0.0.5']],
    ['cloud metadata', ['169.254.169.254']],
    ['IPv4-mapped loopback', ['::ffff:127.0.0.1']],
    ['a public and a private address', ['8.8.8.8', '192.168.0.1']],
  ])(
    `whose host resolves to %s is refused before a socket opens${verifies('webhooks.public-addresses')}`,
    async (_what, addresses) => {
      let connections = 0;
      const server = createTcpServer(socket => {
        connections++;
        socket.destroy();
      });
      const port = await listen(server);
      const send = createWebhookSender({ allowLoopback: false, resolve: async () => addresses });
      expect(await send(message(`https://hooks.example.com:${port}/`))).toEqual({ failure: 'refused' });
      expect(connections).toBe(0);
    },
  );

  it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://0x7f.1/', 'http://8.8.8.8/'])(
    `to %s is refused${verifies('webhooks.public-addresses')}`,
    async url => {
      const send = createWebhookSender({ allowLoopback: false });
      expect(await send(message(url))).toEqual({ failure: 'refused' });
    },
  );

  it(`is looked up once, and sent over TLS to that address with the name of the url${verifies('webhooks.public-addresses')}`, async () => {
    const authority = createAuthority();
    const { certificate: cert, privateKey: key } = authority.issue({ dns: 'hooks.example.test' });
    const seen: unknown[] = [];
    const server = createHttpsServer({ cert, key }, (request, response) => {
      seen.push(request.headers.host, request.method, request.headers['webhook-id']);
      response.writeHead(201).end();
    });
    const port = await listen(server);
    const asked: string[] = [];
    const send = createWebhookSender({
      allowLoopback: true,
      ca: authority.certificate,
      async resolve(host) {
        asked.push(host);
        return [asked.length === 1 ? '127.0.0.1' : '127.0.0.9'];
      },
    });
    expect(await send(message(`https://hooks.example.test:${port}/a?b`))).toEqual({ status: 201 });
    expect(seen).toEqual([`hooks.example.test:${port}`, 'POST', '1']);
    expect(asked).toEqual(['hooks.example.test']);
    asked.length = 0;
    expect(await send(message(`https://other.example.test:${port}/`))).toEqual({ failure: 'tls' });
  });

  it.each([
    ['does not exist', Object.assign(new Error(), { code: 'ENOTFOUND' })],
    ['cannot be looked up now', Object.assign(new Error(), { code: 'EAI_AGAIN' })],
  ])(`to a host that %s is not sent${verifies('webhooks.log')}`, async (_what, error) => {
    const send = createWebhookSender({ allowLoopback: true, resolve: () => Promise.reject(error) });
    expect(await send(message('https://hooks.example.test/'))).toEqual({ failure: 'dns' });
  });

  it(`to a host that the system cannot find is not sent${verifies('webhooks.errors')}`, async () => {
    const send = createWebhookSender({ allowLoopback: false });
    expect(await send(message('https://hooks.invalid/'))).toEqual({ failure: 'dns' });
  });

  it(`to a port where nothing listens, or HTTP instead of TLS, is not sent${verifies('webhooks.log', 'webhooks.errors')}`, async () => {
    const server = createHttpServer(ok);
    const port = await listen(server);
    const send = createWebhookSender({ allowLoopback: true });
    expect(await send(message(`https://127.0.0.1:${port}/`))).toEqual({ failure: 'tls' });
    await new Promise(resolve => server.close(resolve));
    expect(await send(message(`http://127.0.0.1:${port}/`))).toEqual({ failure: 'refused' });
  });

  it(`to a server whose certificate nobody issued is not sent${verifies('webhooks.errors')}`, async () => {
    const { certificate: cert, privateKey: key } = createAuthority().issue({ ip: '127.0.0.1' });
    const port = await listen(createHttpsServer({ cert, key }, ok));
    const send = createWebhookSender({ allowLoopback: true });
    expect(await send(message(`https://127.0.0.1:${port}/`))).toEqual({ failure: 'tls' });
  });

  it.each([
    ['says nothing', () => {}],
    [
      'switches protocols',
      (socket: NodeJS.WritableStream) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    ],
    ['sends half a header', (socket: NodeJS.WritableStream) => socket.write('HTTP/1.1 200 OK\r\nx:')],
  ])(
    `to a server that %s ends at the time limit${verifies('webhooks.timeout', 'webhooks.errors')}`,
    async (_what, answer) => {
      const port = await listen(
        createTcpServer(socket => {
          socket.on('error', () => {});
          answer(socket);
        }),
      );
      const send = createWebhookSender({ allowLoopback: true, callMs: 300 });
      expect(await send(message(`http://127.0.0.1:${port}/`))).toEqual({ failure: 'timeout' });
    },
  );

  it.each([
    ['is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['has endless headers', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`],
  ])('to a server whose answer %s is refused', async (_what, answer) => {
    const port = await listen(
      createTcpServer(socket => {
        socket.on('error', () => {});
        socket.write(answer);
      }),
    );
    const send = createWebhookSender({ allowLoopback: true, callMs: 3_000 });
    expect(await send(message(`http://127.0.0.1:${port}/`))).toEqual({ failure: 'refused' });
  });

  it('is answered by a status, however long the body', async () => {
    let written = 0;
    const port = await listen(
      createHttpServer((_request, response) => {
        const write = () => {
          while (response.writable && written < 1e9) {
            written += 65_536;
            if (!response.write(Buffer.alloc(65_536, 'a'))) break;
          }
        };
        response.on('drain', write).writeHead(200);
        write();
      }),
    );
    const send = createWebhookSender({ allowLoopback: true });
    expect(await send(message(`http://127.0.0.1:${port}/`))).toEqual({
      status: 200,
      body: 'a'.repeat(200),
    });
    expect(written).toBeLessThan(2e7);
  });
});

describe('the function that sends', () => {
  it(`sends to its own machine only where it may, and says nothing of a message${verifies('webhooks.public-addresses')}`, async () => {
    const port = await listen(createHttpServer(ok));
    const url = `http://127.0.0.1:${port}/`;
    expect(await createHandler({ LOG_LEVEL: 'SILENT' })(message(url))).toEqual({ failure: 'refused' });
    const local = createHandler({ LOG_LEVEL: 'SILENT', ALLOW_INSECURE_LOOPBACK: 'true' });
    expect(await local(message(url))).toEqual({ status: 200, body: 'ok' });
    const failure = await local({ ...message(url), body: 1, secret: 'whsec_x' }).catch(
      (error: Error) => error,
    );
    expect(String(failure)).toBe('Error: Invalid webhook message: body');
  });
});
