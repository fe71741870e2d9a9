import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { shareOwnSite } from '../support/own-site.ts';
import { install, packPackages, run } from '../support/packages.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';
import { scenarioFor } from './packages/scenario-for.ts';

const html = (head: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Rockets</title>${head}</head><body><div id="app"></div></body></html>`;

const IMPORT_MAP = '<script type="importmap">{"imports":{"@anteroom/client":"/client.js"}}</script>';

describeWithChromium('in Chromium', () => {
  const browser = shareChromium();
  const session = shareSession();
  const files = new Map<string, string>();
  const site = shareOwnSite((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const body = files.get(pathname);
    const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body ?? '');
  });
  let folder: string;

  /** An app with the packages, and with React or what stands in for it. */
  async function bundle(alias: Readonly<Record<string, string>>): Promise<string> {
    const { outputFiles } = await build({
      entryPoints: [join(folder, 'react-app.jsx')],
      absWorkingDir: folder,
      bundle: true,
      write: false,
      jsx: 'automatic',
      format: 'iife',
      alias,
      define: { 'process.env.NODE_ENV': '"development"' },
      logLevel: 'error',
    });
    return outputFiles[0]?.text ?? '';
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anteroom-chromium-'));
    await install(
      folder,
      { type: 'module' },
      {
        ...(await packPackages(folder)),
        react: '19.3.1',
        'react-dom': '19.3.1',
      },
    );
    const eighteen = join(folder, 'eighteen');
    await install(eighteen, {}, { react: '18.3.1', 'react-dom': '18.3.1' });
    const inEighteen = (name: string) => join(eighteen, 'node_modules', name);
    await cp(join(import.meta.dirname, 'packages'), folder, { recursive: true });
    files.set(
      '/client.js',
      await readFile(join(folder, 'node_modules/@anteroom/client/dist/index.js'), 'utf8'),
    );
    files.set('/scenario.js', await readFile(join(folder, 'scenario.js'), 'utf8'));
    files.set('/client', html(IMPORT_MAP));
    files.set('/19.js', await bundle({}));
    files.set('/18.js', await bundle({ react: inEighteen('react'), 'react-dom': inEighteen('react-dom') }));
    for (const version of [18, 19])
      files.set(`/${version}`, html(`<script src="/${version}.js" defer></script>`));
    const allowedOrigins = [site.origin];
    for (const [slug, more] of Object.entries({
      rockets: {},
      shut: { closedMessage: 'Doors are closed.', closesAt: '2026-01-01T00:00:00Z' },
      strict: { confirmation: 'required' },
      guarded: {},
      asking: { questions: [{ key: 'team', label: 'Team', type: 'text', required: true }] },
    })) {
      const { status, body } = await session.api.post('/api/v1/waitlists', {
        name: slug,
        slug,
        allowedOrigins,
        ...more,
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
    }
    // Turnstile’s dummy keys, which accept its dummy token.
    await session.api.request('PUT', '/api/v1/waitlists/guarded/turnstile', {
      body: JSON.stringify({
        siteKey: '1x00000000000000000000AA',
        secretKey: '1x0000000000000000000000000000000AA',
      }),
      headers: { 'content-type': 'application/json' },
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  beforeEach(() => session.sql('TRUNCATE rate_windows'));

  it(`the client does what it does elsewhere${verifies('client.runtimes')}`, async () => {
    const page = await browser.newPage();
    await page.goto(`${site.origin}/client`);
    const { input, expected } = scenarioFor(session, 'chromium');
    const result = await page.evaluate(
      `import('/scenario.js').then(({ scenario }) => scenario(${JSON.stringify(input)}))`,
    );
    // A page of another site cannot be read.
    expect(result).toEqual({ ...expected, wrongUrl: 'AnteroomError unreachable' });
    await page.close();
  });

  it(`both render on a server${verifies('react.server')}`, async () => {
    const { stdout } = await run(process.execPath, ['server.mjs'], { cwd: folder });
    expect(stdout.trim()).toBe(
      '<main><anteroom-waitlist slug="rockets" class="mine" ask-name="">Loading</anteroom-waitlist><p>loading</p></main>',
    );
  });

  describe.each([18, 19])('with React %d', version => {
    async function open(
      show: 'component' | 'hook',
      slug = 'rockets',
      baseUrl = `${session.url}/`,
    ): Promise<Page> {
      const page = await (await browser.newContext()).newPage();
      await page.goto(`${site.origin}/${version}?${new URLSearchParams({ show, slug, baseUrl })}`);
      return page;
    }
    const events = (page: Page) => page.evaluate('events') as Promise<[string, Record<string, unknown>][]>;
    const join = async (page: Page, email: string, button = 'Join') => {
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: button, exact: true }).click();
    };
    const status = (page: Page, text: string) => page.locator('#status', { hasText: text }).waitFor();
    const joined = {
      position: expect.any(Number),
      referralCode: expect.any(String),
      referralLink: expect.any(String),
      statusUrl: expect.stringContaining('/s/'),
      message: expect.any(String),
    };

    it(`<Waitlist> joins, and tells each event once${verifies('react.waitlist')}`, async () => {
      const page = await open('component');
      await page.getByLabel('Name').fill('Ada');
      await join(page, 'nonsense', 'Join the waitlist');
      await page.getByText('That email address doesn’t look right.').waitFor();
      await join(page, `ada@${version}.example`, 'Join the waitlist');
      await page.getByRole('heading', { name: 'Your place in line' }).waitFor();
      expect(await events(page)).toEqual([
        ['onError', { code: 'validation_failed', message: expect.any(String) }],
        ['onJoined', joined],
      ]);
      const element = page.locator('anteroom-waitlist.mine');
      expect(await element.evaluate(({ style }) => style.getPropertyValue('--anteroom-color'))).toBe(
        '#123456',
      );
      expect(await page.locator('script[src$="/embed.js"]').count()).toBe(1);
      await page.context().close();
    });

    it(`<Waitlist> shows its children where nothing loads, and says so${verifies('react.waitlist')}`, async () => {
      // A site that has pages, but no element: the address is wrong.
      files.set('/elsewhere/embed.js', '<!doctype html>');
      const page = await open('component', 'rockets', `${site.origin}/elsewhere`);
      await page.waitForFunction('events.length > 0');
      expect(await events(page)).toEqual([
        [
          'onError',
          { code: 'unreachable', message: expect.stringContaining('/elsewhere/embed.js did not load') },
        ],
      ]);
      expect(await page.getByRole('link', { name: 'Join elsewhere' }).isVisible()).toBe(true);
      await page.context().close();
    });

    it(`useWaitlist joins, and remembers the place${verifies('react.use-waitlist')}`, async () => {
      const page = await open('hook');
      await page.getByRole('heading', { name: 'rockets' }).waitFor();
      await status(page, 'open');
      await join(page, 'grace@gmial.com');
      await page.getByText('grace@gmail.com', { exact: true }).waitFor();
      await join(page, 'nonsense');
      await page.locator('i', { hasText: 'email' }).waitFor();
      await join(page, `grace@${version}.example`);
      await page.getByText(/^Place \d+, \d+ ahead$/).waitFor();
      await status(page, 'joined');
      expect(await events(page)).toEqual([
        ['onError', { code: 'validation_failed', message: expect.any(String) }],
        ['onJoined', joined],
      ]);
      const place = await page.getByRole('link', { name: 'See it' }).getAttribute('href');
      expect((await session.visitor.get(new URL(place ?? '').pathname)).status).toBe(200);

      await page.reload();
      await status(page, 'joined');
      expect(await page.getByRole('link', { name: 'See it' }).getAttribute('href')).toBe(place);
      await page.getByRole('button', { name: 'Somebody else' }).click();
      await status(page, 'open');
      await page.reload();
      await status(page, 'open');
      await join(page, `grace@${version}.example`);
      await page.getByText('This email is already on the list.').waitFor();
      expect(await events(page)).toEqual([
        ['onError', { code: 'already_joined', message: expect.any(String) }],
      ]);
      await page.context().close();
    });

    it(`useWaitlist says that nobody can join, or that there is no such waitlist${verifies('react.use-waitlist')}`, async () => {
      const shut = await open('hook', 'shut');
      await status(shut, 'closed');
      await shut.getByText('Doors are closed.').waitFor();
      await shut.context().close();
      const gone = await open('hook', 'no-such-list');
      await status(gone, 'not_found');
      expect(await events(gone)).toEqual([['onError', { code: 'not_found', message: expect.any(String) }]]);
      await gone.context().close();
    });

    it(`useWaitlist waits for the confirmation of an address, and names a question that lacks an answer${verifies('react.use-waitlist')}`, async () => {
      const strict = await open('hook', 'strict');
      await join(strict, `ada@${version}.example`);
      await status(strict, 'pending');
      expect(await events(strict)).toEqual([['onPending', { message: expect.any(String) }]]);
      await strict.context().close();
      const asking = await open('hook', 'asking');
      await join(asking, `ada@${version}.example`);
      await asking.locator('i', { hasText: 'answers.team' }).waitFor();
      await asking.context().close();
    });

    it(`useWaitlist sends the token of a bot check on the page${verifies('react.use-waitlist')}`, async () => {
      const page = await open('hook', 'guarded');
      await join(page, `ada@${version}.example`);
      await page.getByText('We couldn’t verify that you’re human.').waitFor();
      expect(await events(page)).toEqual([
        ['onError', { code: 'challenge_failed', message: expect.any(String) }],
      ]);
      await page.getByLabel('Token').fill('XXXX.DUMMY.TOKEN.XXXX');
      await join(page, `ada@${version}.example`);
      await status(page, 'joined');
      await page.context().close();
    });

    it(`useWaitlist keeps what was sent until the server answers${verifies('react.use-waitlist')}`, async () => {
      const page = await (await browser.newContext()).newPage();
      let isDown = true;
      await page.route('**/embed.json*', route => (isDown ? route.abort() : route.continue()));
      await page.goto(
        `${site.origin}/${version}?${new URLSearchParams({ show: 'hook', slug: 'rockets', baseUrl: session.url })}`,
      );
      await join(page, `early@${version}.example`);
      await status(page, 'loading');
      isDown = false;
      await status(page, 'joined');
      await page.context().close();
    });
  });
});
