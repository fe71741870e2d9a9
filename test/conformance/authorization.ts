import type { KeptMessage } from '../../local/mail/mailbox.ts';
import { freePort } from '../support/free-port.ts';
import { openOAuth } from '../support/oauth.ts';
import { runTool } from './tool.ts';

async function readMail(url: string): Promise<KeptMessage[]> {
  const response = await fetch(`${url}/_local/mail.json`);
  return ((await response.json()) as { messages: KeptMessage[] }).messages;
}

/** The account created at first start. */
const OWNER = 'owner@anteroom.test';

/**
 * Tests of the authorization server. They print a URL and wait for a person to visit it; this code plays that person
 * over plain HTTP.
 * @returns whether all passed, including the one with the person
 */
export async function passesAuthorization(url: string): Promise<boolean> {
  const oauth = openOAuth({
    url,
    email: OWNER,
    sql: async () => [],
    mail: () => readMail(url),
  });
  const port = await freePort();
  const { body: client } = await oauth.register({ redirect_uris: [`http://127.0.0.1:${port}/callback`] });
  const browser = await oauth.person();

  async function allow(link: URL): Promise<void> {
    const page = await oauth.follow(browser, link.pathname + link.search);
    await fetch(await oauth.decide(browser, page, 'allow'));
  }

  let allowed: Promise<void> | undefined;
  const status = await runTool(
    [
      'authorization',
      ...['--url', url],
      ...['--client-id', client.client_id],
      ...['--resource', `${url}/api/mcp/mcp`],
      ...['--port', String(port)],
    ],
    printed => {
      const link = new RegExp(`${url}/api/auth/mcp/authorize\\S+(?=\\s)`).exec(printed)?.[0];
      if (link !== undefined) allowed ??= allow(new URL(link));
    },
  );
  // If no consent was requested, the test was skipped, which the tool does not count as a failure.
  await allowed;
  return status === 0 && allowed !== undefined;
}
