import type { ServerResponse } from 'node:http';
import type { LocalRoute } from './http-server.ts';
import { MAIL_PAGE_HEADERS, PAGE_SIZE, renderMailPage } from './mail-page.ts';
import type { Mailbox } from './mailbox.ts';

const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Settles when the client has room for more, or has gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}

/** Writes piece by piece, so that a mailbox of any size can be read. */
async function sendAll(mailbox: Mailbox, response: ServerResponse): Promise<void> {
  response.writeHead(200, JSON_HEADERS);
  response.write('{"messages":[');
  let separator = '';
  for await (const lines of mailbox.newestFirst()) {
    if (response.destroyed) return;
    if (!response.write(separator + lines.join(','))) await drained(response);
    separator = ',';
  }
  response.end(']}');
}

async function sendPage(mailbox: Mailbox, response: ServerResponse, query: URLSearchParams): Promise<void> {
  const asked = Number(query.get('skip'));
  const skip = Number.isSafeInteger(asked) && asked > 0 ? Math.min(asked, mailbox.size) : 0;
  const messages = await mailbox.list({ skip, limit: PAGE_SIZE });
  const selected = messages.find(({ id }) => id === query.get('message'));
  response.writeHead(200, MAIL_PAGE_HEADERS);
  response.end(renderMailPage({ messages, skip, total: mailbox.size, selected }));
}

/** The kept mail, as JSON and as a page (contract section 1). */
export const mailRoutes = (mailbox: Mailbox): ReadonlyMap<string, LocalRoute> =>
  new Map<string, LocalRoute>([
    [
      '/_local/mail.json',
      async (request, response) => {
        if (request.method === 'HEAD') response.writeHead(200, JSON_HEADERS).end();
        else await sendAll(mailbox, response);
      },
    ],
    ['/_local/mail', async (_request, response, query) => sendPage(mailbox, response, query)],
  ]);
