import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { violations } from '../support/axe.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { environment } from '../support/launch-chromium.ts';
import { install, packPackages, run, type Tarballs } from '../support/packages.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples');

describeWithChromium('an example app', () => {
  const browser = shareChromium();
  const session = shareSession();
  const started: ChildProcess[] = [];
  let folder: string;
  let tarballs: Tarballs;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anteroom-examples-'));
    tarballs = await packPackages(folder);
  });
  afterAll(async () => {
    for (const child of started) {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  });

  /** A copy with the packages as they are now, and what else its manifest pins. */
  async function copy(name: string): Promise<string> {
    const target = join(folder, name);
    await cp(join(EXAMPLES, name), target, {
      recursive: true,
      filter: path => !/node_modules|\.next/.test(path.slice(EXAMPLES.length)),
    });
    const { dependencies, ...manifest } = JSON.parse(await readFile(join(target, 'package.json'), 'utf8'));
    await install(target, manifest, { ...dependencies, ...tarballs });
    return target;
  }

  /** Starts a program of the example, as `npm start` would, and waits until it answers. */
  async function start(
    cwd: string,
    script: string,
    args: readonly string[],
    variables: Record<string, string>,
  ) {
    const env = { PATH: environment('PATH'), NEXT_TELEMETRY_DISABLED: '1', ...variables };
    const child = spawn(process.execPath, [script, ...args], {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    started.push(child);
    await eventually(() => fetch(`http://localhost:${variables.PORT}/`));
  }

  describe('with Express', () => {
    const SLUG = 'express';
    let url: string;
    let secret: string;

    beforeAll(async () => {
      const port = await freePort();
      url = `http://localhost:${port}`;
      const { status } = await session.api.post('/api/v1/waitlists', {
        name: 'Rocket Bikes',
        slug: SLUG,
        inviteUrl: `${url}/welcome`,
      });
      if (status !== 201) throw new Error('The waitlist was not created');
      const { body } = await session.api.post(`/api/v1/waitlists/${SLUG}/webhooks`, {
        url: `${url}/webhooks/anteroom`,
        events: ['entry.joined', 'entry.accepted'],
      });
      secret = body.secret;
      // The scopes that its README names.
      const { key } = await session.createKey(['entries:write', 'invitations:write']);
      await start(await copy('express'), 'server.js', [], {
        PORT: String(port),
        ANTEROOM_URL: session.url,
        ANTEROOM_API_KEY: key,
        WAITLIST: SLUG,
        WEBHOOK_SECRET: secret,
      });
    });

    it(`signs up through the backend, redeems an invitation, and hears of both${verifies('packages.examples')}`, async () => {
      const page = await browser.newPage();
      await page.goto(url);
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByLabel('Name').fill('Ada <Lovelace>');
      await page.getByRole('button', { name: 'Join the waitlist' }).click();
      await page.getByRole('heading', { name: 'You are on the list' }).waitFor();
      expect((await session.api.get(`/api/v1/waitlists/${SLUG}/entries`)).body.entries).toMatchObject([
        { email: 'ada@example.com', name: 'Ada <Lovelace>' },
      ]);

      await session.api.post(`/api/v1/waitlists/${SLUG}/invitations`, { count: 1 });
      const link = await eventually(async () => {
        const links = (await session.mail()).map(({ text }) => /\S+\/welcome\?code=\S+/.exec(text)?.[0]);
        const found = links.find(each => each !== undefined);
        if (!found) throw new Error('The invitation was not sent');
        return found;
      });
      await page.goto(link);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Create my account' }).click();
      await page.getByRole('heading', { name: 'Welcome, ada@example.com' }).waitFor();

      await eventually(async () => {
        await page.goto(`${url}/events`);
        const lines = await page.getByRole('listitem').allTextContents();
        expect(lines).toEqual(['entry.joined, place 1', 'entry.accepted, place 1']);
      });
      await page.close();
    });

    it(`says what is wrong, and believes no forged event${verifies('packages.examples')}`, async () => {
      const page = await browser.newPage();
      const signup = new URLSearchParams({ email: 'nonsense', name: '' });
      const refused = await fetch(`${url}/signups`, { method: 'POST', body: signup });
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain('<li>email must be an email address');
      await page.goto(`${url}/welcome?code=no-such-code`);
      await page.getByRole('button', { name: 'Create my account' }).click();
      await page.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor();
      await page.close();

      const body = '{"type":"entry.joined","data":{"entry":{"position":666}}}';
      const at = new Date();
      const headers = {
        'content-type': 'application/json',
        'webhook-id': 'e1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      };
      const send = (signature: string, text: string) =>
        fetch(`${url}/webhooks/anteroom`, {
          method: 'POST',
          body: text,
          headers: { ...headers, 'webhook-signature': signature },
        });
      const signature = new Webhook(secret).sign('e1', at, body);
      expect((await send(signature, `${body} `)).status).toBe(401);
      expect(await (await fetch(`${url}/events`)).text()).not.toContain('place 666');
      expect((await send(signature, body)).status).toBe(204);
    });
  });

  describe('with Next.js', () => {
    let url: string;

    beforeAll(async () => {
      const port = await freePort();
      url = `http://localhost:${port}`;
      await session.api.post('/api/v1/waitlists', {
        name: 'Rocket Bikes',
        slug: 'nextjs',
        allowedOrigins: [url],
      });
      const variables = {
        PORT: String(port),
        NEXT_PUBLIC_ANTEROOM_URL: session.url,
        NEXT_PUBLIC_WAITLIST: 'nextjs',
      };
      const app = await copy('nextjs');
      const next = 'node_modules/next/dist/bin/next';
      const env = { PATH: environment('PATH'), NEXT_TELEMETRY_DISABLED: '1', ...variables };
      await run(process.execPath, [next, 'build'], { cwd: app, env });
      await start(app, next, ['start'], variables);
    });

    it(`renders the component on the server, and joins${verifies('packages.examples', 'react.server')}`, async () => {
      const served = await (await fetch(url)).text();
      expect(served).toMatch(
        /<anteroom-waitlist[^>]* slug="nextjs"[^>]*><a href="[^"]*\/w\/nextjs">Join the waitlist<\/a>/,
      );
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('console', message => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', error => problems.push(String(error)));
      await page.goto(url);
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByRole('button', { name: 'Join the waitlist' }).click();
      await page.getByRole('heading', { name: 'Your place in line #1' }).waitFor();
      expect(await violations(page)).toEqual([]);
      expect(problems).toEqual([]);

      await page.getByRole('link', { name: 'With the hook' }).click();
      await page.getByRole('heading', { name: 'You are number 1' }).waitFor();
      await page.getByText('People ahead of you: 0.').waitFor();
      await page.getByRole('button', { name: 'Join with another email' }).click();
      await page.getByLabel('Email').fill('grace@gmial.com');
      await page.getByRole('button', { name: 'Join the waitlist' }).click();
      await page.getByRole('button', { name: 'Use grace@gmail.com' }).click();
      await page.getByRole('heading', { name: 'You are number 2' }).waitFor();
      expect(problems).toEqual([]);
      const { entries } = (await session.api.get('/api/v1/waitlists/nextjs/entries')).body;
      expect(entries.map(({ email }: { email: string }) => email)).toEqual([
        'grace@gmail.com',
        'ada@example.com',
      ]);
      await page.close();
    });
  });
});
