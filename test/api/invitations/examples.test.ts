import { expect, it } from '@jest/globals';
import { readExample, runExample } from '../../support/doc-example.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { addressOf, newList } from './invitation-fixture.ts';

const session = shareSession();

/** Serves a route file as Next.js does: the exported function for the method answers a `Request`. */
const HOST = `
import { createServer } from 'node:http';
const handlers = { GET, POST };
createServer(async (incoming, outgoing) => {
  const request = new Request(new URL(incoming.url, 'http://localhost'), { method: incoming.method });
  const response = await handlers[incoming.method](request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(await response.text());
}).listen(process.env.PORT);
`;

it.each([
  ['Express', ''],
  ['Next.js', HOST],
])(
  `the example for %s lets a person in, once they ask${verifies('invitations.examples')}`,
  async (heading, host) => {
    const list = await newList(session, ['Ada']);
    await list.invite({ count: 1 });
    const code = await list.code('Ada');
    const environment = { ANTEROOM_URL: session.url, ANTEROOM_KEY: session.key };
    const example = await runExample(`${await readExample('docs/inviting.md', heading)}${host}`, environment);
    try {
      const link = `${example.url}/welcome?code=${code}`;
      // What a mail scanner does.
      const page = await fetch(link);
      expect(await page.text()).toContain('<form method="post">');
      expect(await list.statuses()).toEqual(['Ada invited']);

      const welcomed = await fetch(link, { method: 'POST' });
      expect([welcomed.status, await welcomed.text()]).toEqual([
        200,
        `Hello, ${addressOf('Ada', list.slug)}`,
      ]);
      expect(await list.statuses()).toEqual(['Ada accepted']);
      const unknown = await fetch(`${example.url}/welcome?code=none`, { method: 'POST' });
      expect([unknown.status, await unknown.text()]).toEqual([404, 'Open the link in your email again.']);
    } finally {
      await example.stop();
    }
  },
);
