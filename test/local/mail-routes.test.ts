import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import type { HttpHandler } from '../../lambdas/http/http-handler.ts';
import { HTTP_FUNCTIONS } from '../../lambdas/http/routes.ts';
import { Cleanup } from '../../local/cleanup.ts';
import { listen } from '../../local/http/listen.ts';
import { createHttpListener } from '../../local/http/server.ts';
import { type Mailbox, openMailbox } from '../../local/mail/mailbox.ts';
import { mailRoutes } from '../../local/mail/routes.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryFolder } from '../support/local-process.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const none: HttpHandler = async () => ({ statusCode: 404 });

/** A mailbox behind a server, and whether all of it is still being sent to a client. */
async function serveMailbox() {
  const folder = await temporaryFolder();
  cleanup.add(() => folder.remove());
  const mailbox = await openMailbox(join(folder.path, 'mail.jsonl'));
  cleanup.add(() => mailbox.close());
  let reading = 0;
  const watched: Mailbox = {
    ...mailbox,
    async *newestFirst() {
      reading++;
      try {
        yield* mailbox.newestFirst();
      } finally {
        reading--;
      }
    },
  };
  const listener = createHttpListener({
    routes: [{ routeKey: '$default', function: 'account' }],
    handlers: new Map(HTTP_FUNCTIONS.map(name => [name, none])),
    files: new Map(),
    localRoutes: mailRoutes(watched),
    uploads: () => undefined,
    downloads: () => undefined,
    dashboard: () => undefined,
    baseUrl: 'http://localhost',
    isActiveDomain: async () => false,
    trustProxy: false,
    onFailure: () => {},
  });
  const http = await listen('127.0.0.1', 0, listener);
  cleanup.add(() => http.stop({ force: true }));
  return { mailbox, port: http.port, readers: () => reading };
}

it('stops reading the mailbox when its reader disconnects halfway', async () => {
  const { mailbox, port, readers } = await serveMailbox();
  const text = 'x'.repeat(20_000);
  await Promise.all(
    Array.from({ length: 2_000 }, (_, index) =>
      mailbox.append({
        id: `m${index}`,
        to: '',
        from: '',
        subject: '',
        html: '',
        text,
        headers: {},
        sentAt: '',
      }),
    ),
  );
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /_local/mail.json HTTP/1.1\r\nHost: localhost\r\n\r\n');
  // It reads only the beginning, so the server has to wait.
  await once(socket, 'data');
  socket.pause();
  expect(readers()).toBe(1);
  socket.destroy();
  await eventually(async () => expect(readers()).toBe(0), 5_000);
});
