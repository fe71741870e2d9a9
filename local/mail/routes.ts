import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { LocalRoute } from '../http/server.ts';
import type { Mailbox } from './mailbox.ts';
import { MAIL_PAGE_HEADERS, PAGE_SIZE, renderMailPage } from './page.ts';

const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** The whole mailbox in chunks, so that its size does not matter. */
async function* toJson(mailbox: Mailbox): AsyncGenerator<string> {
  yield '{"messages":[';
  let separator = '';
  for await (const lines of mailbox.newestFirst()) {
    yield separator + lines.join(',');
    separator = ',';
  }
  yield ']}';
}

async function sendPage(mailbox: Mailbox, response: ServerResponse, query: URLSearchParams): Promise<void> {
  const asked = Number(query.get('skip'));
  const skip = Number.isSafeInteger(asked) && asked > 0 ? Math.min(asked, mailbox.size) : 0;
  const messages = await mailbox.list({ skip, limit: PAGE_SIZE });
  const chosen = messages.find(({ id }) => id === query.get('message'));
  const selected = chosen ?? messages[0];
  // Without a query it opens on the newest message; with `skip` alone it is the list.
  const isReading = selected !== undefined && (chosen !== undefined || !query.has('skip'));
  response.writeHead(200, MAIL_PAGE_HEADERS);
  response.end(renderMailPage({ messages, skip, total: mailbox.size, selected, isReading }));
}

/** The stored mail, as JSON and as a page (contract section 1). */
export const mailRoutes = (mailbox: Mailbox): ReadonlyMap<string, LocalRoute> =>
  new Map<string, LocalRoute>([
    [
      '/_local/mail.json',
      async (request, response) => {
        response.writeHead(200, JSON_HEADERS);
        if (request.method === 'HEAD') response.end();
        else await pipeline(toJson(mailbox), response);
      },
    ],
    ['/_local/mail', async (_request, response, query) => sendPage(mailbox, response, query)],
  ]);
