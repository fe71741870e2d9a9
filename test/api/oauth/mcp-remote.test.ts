import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Browser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { openOAuth } from '../../support/oauth.ts';
import { shareSession } from '../../support/session.ts';

const PROXY = join(import.meta.dirname, '../../../node_modules/.bin/mcp-remote');
/** Much more time than starting the process and signing in need. */
const PATIENCE_MS = 120_000;

const session = shareSession();
let oauth: ReturnType<typeof openOAuth>;
let browser: Browser;
/** The program's token folder, and the only part of the machine that it can see. */
let home: string;

beforeAll(async () => {
  oauth = openOAuth(session);
  browser = await oauth.person();
  home = await mkdtemp(join(tmpdir(), 'anteroom-mcp-remote-'));
});

beforeEach(() => session.sql('DELETE FROM rate_windows'));

afterAll(async () => {
  await rm(home, { recursive: true, force: true });
});

/** Starts the program as a desktop client would, with only the endpoint URL. */
function startProxy() {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROXY, `${session.url}/api/mcp/mcp`, '--transport', 'http-only', '--auth-timeout', '120'],
    // Without PATH it finds no browser, and prints the link instead.
    env: { HOME: home, USERPROFILE: home, MCP_REMOTE_CONFIG_DIR: home, PATH: home },
    stderr: 'pipe',
  });
  let printed = '';
  const link = new Promise<URL>(resolve => {
    transport.stderr?.on('data', chunk => {
      printed += chunk;
      const found = new RegExp(`${session.url}/api/auth/mcp/authorize\\S+(?=\\s)`).exec(printed)?.[0];
      if (found !== undefined) resolve(new URL(found));
    });
  });
  const client = new Client({ name: 'desktop', version: '1.0.0' });
  const connected = client.connect(transport, { timeout: PATIENCE_MS });
  // Race with the exit, so that a program that fails says why.
  const asked = Promise.race([
    link,
    connected.then(() => {
      throw new Error(`It asked nobody:\n${printed}`);
    }),
  ]);
  asked.catch(() => {});
  return { client, connected, asked, printed: () => printed };
}

/** The person allows it, and the browser follows the redirect to the port where the program listens. */
async function allow(link: URL): Promise<void> {
  const page = await oauth.follow(browser, link.pathname + link.search);
  const back = await oauth.decide(browser, page, 'allow', ['account:read', 'waitlists:read']);
  expect(back.hostname).toMatch(/^(localhost|127\.0\.0\.1)$/);
  // It prints the link before it listens, and this test is faster than a person.
  const answer = await eventually(() => fetch(back));
  expect(answer.status).toBe(200);
}

describe('mcp-remote, given only the endpoint URL', () => {
  it(
    'signs in and calls, and needs no sign-in the next time',
    async () => {
      const first = startProxy();
      await allow(await first.asked);
      await first.connected;
      expect((await first.client.listTools()).tools.length).toBeGreaterThan(20);
      const me = await first.client.callTool({ name: 'get_account', arguments: {} });
      expect(me.structuredContent).toMatchObject({
        account: { email: session.email },
        key: { scopes: ['account:read', 'waitlists:read'] },
      });
      await first.client.close();

      // The hour passes: the program refreshes by itself.
      await session.sql('DELETE FROM oauth_access_tokens');
      const next = startProxy();
      await next.connected;
      const lists = await next.client.callTool({ name: 'list_waitlists', arguments: {} });
      expect(lists.structuredContent).toEqual({ waitlists: [] });
      expect(next.printed()).not.toContain('/api/auth/mcp/authorize');
      await next.client.close();
    },
    2 * PATIENCE_MS,
  );
});
