import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { connectChromium, describeWithChromium } from '../support/chromium.ts';
import {
  type DashboardVisit,
  dropFile,
  openDashboard,
  openSignedIn,
  PATIENCE_MS,
  pasteOver,
  signIn,
} from '../support/dashboard.ts';
import { eventually } from '../support/eventually.ts';
import { type FakeBedrock, saying, startFakeBedrock } from '../support/fake-bedrock.ts';
import { picture, png } from '../support/images.ts';
import { type ApiSession, openSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

const MODEL = 'us.anthropic.claude-haiku-4-5-20251001-v1:0';
/** Long enough that typing continues while the screen is still processing the beginning. */
const TYPED = 'let everyKeyThatIsPressed = "be there in the end, however fast it was typed";';
const WISH = 'Dark and calm, with one big number.';

const written = (heading: string) => `function GeneratedWaitlist(props) {
  const h = React.createElement;
  const join = event => { event.preventDefault(); props.onSubmit({ email: 'a@example.com' }); };
  return h('form', { onSubmit: join }, h('h1', null, '${heading}'), h('button', null, 'Join'));
}`;

/** Keeps asking for a link to be opened, claiming that somebody clicked. */
const GREEDY = `function GeneratedWaitlist() {
  const h = React.createElement;
  const [asked, setAsked] = React.useState(0);
  React.useEffect(() => {
    Object.defineProperty(Navigator.prototype, 'userActivation', { value: { isActive: true } });
    const timer = setInterval(() => { document.querySelector('a').click(); setAsked(n => n + 1); }, 20);
    return () => clearInterval(timer);
  }, []);
  return h('main', null, h('a', { href: 'https://elsewhere.example/offer' }, 'Offer'), h('output', null, asked));
}`;

describeWithChromium('the page editor', () => {
  let bedrock: FakeBedrock;
  let session: ApiSession;
  let browser: Browser;
  let visit: DashboardVisit;
  beforeAll(async () => {
    bedrock = await startFakeBedrock();
    [session, browser] = await Promise.all([
      openSession({
        plan: 'free',
        environment: { BEDROCK_MODEL_ID: MODEL, AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.endpoint },
      }),
      connectChromium(),
    ]);
    await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea', slug: 'tea' });
    visit = await openSignedIn(browser, session, '/dashboard/waitlists/tea/page');
    await visit.page.getByText('Saved. This is what visitors see.').waitFor();
  }, 2 * PATIENCE_MS);
  afterAll(async () => {
    await visit?.close();
    await browser?.close();
    await session?.close();
    await bedrock?.stop();
  });

  const preview = (page: Page) => page.frameLocator('iframe[title="Page preview"]');

  /** The editor as it opens, before any typing. */
  async function openEditor(): Promise<Page> {
    const { page } = visit;
    await page.goto('about:blank');
    await page.goto(`${session.url}/dashboard/waitlists/tea/page?edit=code`);
    await preview(page).getByRole('heading', { name: 'Moonshot Tea' }).waitFor();
    return page;
  }

  it(
    `replaces a selection of many lines when you type, with no policy violations${verifies('dashboard.strict-policy')}`,
    async () => {
      const page = await openEditor();
      const before = visit.problems.length;
      await page.getByLabel('Page code').click();
      await page.keyboard.press('ControlOrMeta+a');
      // All at once: no keystroke waits for the effect of the one before.
      await Promise.all([...TYPED].map(key => page.keyboard.type(key)));
      await page
        .getByText('Unsaved changes')
        .or(page.getByRole('button', { name: 'Line 1' }))
        .first()
        .waitFor();
      expect(await page.getByLabel('Page code').innerText()).toBe(TYPED);
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await page.getByText('Saved. This is what visitors see.').waitFor();
      expect(visit.problems.slice(before)).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'says what page code can learn and send',
    async () => {
      const page = await openEditor();
      const said = await page.getByText('Publish only code you trust').innerText();
      expect(said).toMatch(/what visitors type, even before they submit, .* by loading images/);
      // Nor more than that: not where in the dashboard it is shown.
      expect(await preview(page).locator('body').evaluate('document.referrer')).toBe('');
    },
    PATIENCE_MS,
  );

  it(
    `opens no link that page code requests while its author types elsewhere, and shows where a link leads${verifies('dashboard.preview-opens-nothing')}`,
    async () => {
      const page = await openEditor();
      await pasteOver(page, 'Page code', GREEDY);
      const asked = async () => Number(await preview(page).locator('output').innerText());
      await preview(page).getByText('Offer').waitFor();
      await page.getByLabel('Search the code').pressSequentially('tea, moon');
      const from = await asked();
      await eventually(async () => expect(await asked()).toBeGreaterThan(from + 10));
      expect(visit.context.pages().map(tab => tab.url())).toEqual([page.url()]);
      const link = page.getByRole('link', { name: 'elsewhere.example/offer' });
      expect(await link.getAttribute('href')).toBe('https://elsewhere.example/offer');
      expect(await link.getAttribute('rel')).toBe('noreferrer');
      await page.getByRole('button', { name: 'Discard changes' }).click();
    },
    PATIENCE_MS,
  );

  it(
    `accepts dropped images, inserts their URLs, and says why it rejects others${verifies('dashboard.images-dropped')}`,
    async () => {
      const page = await openEditor();
      const images = page.getByLabel('Upload images').locator('..');
      await dropFile(images, { name: 'logo.png', type: 'image/png', bytes: png({ seed: 71 }) });
      const url = await page.getByRole('list', { name: 'Uploaded images' }).locator('code').innerText();
      expect(url).toMatch(new RegExp(`^${session.url}/assets/`));
      const served = await fetch(url);
      expect(served.headers.get('content-type')).toBe('image/png');
      expect(Buffer.from(await served.arrayBuffer())).toEqual(png({ seed: 71 }));

      await dropFile(images, { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('not an image') });
      await page
        .getByRole('alert')
        .getByText(/^Can’t upload notes\.txt\. Use .* at most five at a time\.$/)
        .waitFor();

      await page.getByRole('button', { name: 'Discard changes' }).click();
      await page.getByText('Sharing', { exact: true }).click();
      // The card that we make is shown until there is an image of one's own.
      const shown = page.locator('.social-card img');
      const { body: hosted } = await session.visitor.get('/w/tea');
      expect(hosted).toContain(`<meta property="og:image" content="${await shown.getAttribute('src')}">`);
      const size = `(async image => (await image.decode(), [image.naturalWidth, image.naturalHeight]))`;
      expect(await page.evaluate(`${size}(document.querySelector('.social-card img'))`)).toEqual([1200, 630]);

      // Social images have one size; others are cropped to it before they are sent.
      const card = page.getByLabel('Social image', { exact: true }).locator('..');
      await dropFile(card, {
        name: 'square.png',
        type: 'image/png',
        bytes: png({ width: 900, height: 900, seed: 5 }),
      });
      await page.getByText('The image is smaller than 1200×630').waitFor();
      await page.locator('.social-card img[src*="/assets/"]').waitFor();
      await page.getByRole('button', { name: 'Save page' }).click();
      await page.getByText('Saved. Your page is up to date.').waitFor();
      const cropped = (await session.api.get('/api/v1/waitlists/tea')).body.waitlist.ogImage;
      const header = Buffer.from(await (await fetch(cropped)).arrayBuffer());
      expect([header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([1200, 630]);
      await dropFile(card, { name: 'og.png', type: 'image/png', bytes: picture('og.png') });
      await page.getByText('The image is smaller than 1200×630').waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Save page' }).click();
      await eventually(async () => {
        const { body } = await session.api.get('/api/v1/waitlists/tea');
        expect(body.waitlist.ogImage).not.toBe(cropped);
        expect(Buffer.from(await (await fetch(body.waitlist.ogImage)).arrayBuffer())).toEqual(
          picture('og.png'),
        );
      });
    },
    PATIENCE_MS,
  );

  it(
    `puts a page written by AI into the editor, unsaved, and counts it${verifies('dashboard.generation-journey')}`,
    async () => {
      const page = await openEditor();
      bedrock.reply(saying(written('Calm tea')));
      await page.getByRole('button', { name: 'Write with AI' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('3 AI pages left this month').waitFor();
      const write = dialog.getByRole('button', { name: 'Write page' });
      await dialog.getByLabel('What should it look like and say?').fill('Too short');
      expect(await write.isDisabled()).toBe(true);
      await dialog.getByLabel('What should it look like and say?').fill(WISH);
      await write.click();
      await dialog.waitFor({ state: 'hidden' });
      await preview(page).getByRole('heading', { name: 'Calm tea' }).waitFor();
      await page.getByText('Unsaved changes. Visitors still see the saved page.').waitFor();
      expect((await session.api.get('/api/v1/waitlists/tea')).body.waitlist.reactCode).not.toContain('Calm');
      await page.getByRole('button', { name: 'Save page' }).click();
      await page.getByText('Saved. Your page is up to date.').waitFor();
      expect((await session.api.get('/api/v1/waitlists/tea')).body.waitlist.reactCode).toBe(
        written('Calm tea'),
      );
      await session.sql('UPDATE waitlists SET page_code = NULL');
    },
    PATIENCE_MS,
  );

  it(
    `never replaces what you typed with a generated page that you stopped waiting for${verifies('dashboard.nothing-typed-is-lost')}`,
    async () => {
      const page = await openEditor();
      let answer = () => {};
      const held = new Promise<void>(resolve => {
        bedrock.reply(response => {
          answer = () => saying(written('Too late'))(response);
          resolve();
        });
      });
      await page.getByRole('button', { name: 'Write with AI' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('What should it look like and say?').fill(WISH);
      await dialog.getByRole('button', { name: 'Write page' }).click();
      await dialog.getByText('Writing your page. This can take up to 30 seconds.').waitFor();
      await held;
      // Its answer has no effect, whenever it arrives.
      await Promise.all([
        page.waitForEvent('requestfailed', request => request.url().endsWith('/page-generations')),
        dialog.getByRole('button', { name: 'Cancel' }).click(),
      ]);
      await pasteOver(page, 'Page code', written('My own'));
      await preview(page).getByRole('heading', { name: 'My own' }).waitFor();
      answer();
      await eventually(async () => {
        const { aiGenerations } = (await session.api.get('/api/v1/me')).body.usage;
        expect(aiGenerations.used).toBe(2);
        const [row] = await session.sql(
          'SELECT count(*)::int AS open FROM ai_generations WHERE reserved_until IS NOT NULL',
        );
        expect(row.open).toBe(0);
      });
      expect(await page.getByLabel('Page code').innerText()).toContain('My own');
      await page.getByRole('button', { name: 'Discard changes' }).click();
    },
    PATIENCE_MS,
  );

  it(
    `says that this month’s AI pages are used up, and where to get more${verifies('dashboard.generation-refused')}`,
    async () => {
      const page = await openEditor();
      bedrock.reply(saying(written('The third')));
      const ask = async () => {
        await page.getByRole('button', { name: 'Write with AI' }).click();
        await page.getByRole('dialog').getByLabel('What should it look like and say?').fill(WISH);
        await page.getByRole('dialog').getByRole('button', { name: 'Write page' }).click();
      };
      await ask();
      await preview(page).getByRole('heading', { name: 'The third' }).waitFor();
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await ask();
      const alert = page.getByRole('dialog').getByRole('alert');
      await alert.getByText('All 3 page generations for this month are used').waitFor();
      await alert.getByRole('link', { name: 'See pricing' }).click();
      await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
    },
    PATIENCE_MS,
  );
});

describeWithChromium('the page editor of a service without a model', () => {
  it(
    `offers a prompt for your agent instead of AI pages${verifies('dashboard.agent-prompt')}`,
    async () => {
      const [session, browser] = await Promise.all([openSession(), connectChromium()]);
      try {
        const { body } = await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea', slug: 'tea' });
        const { page } = await openDashboard(browser, session.url);
        await page.goto(`${session.url}/sign-in?return_to=/dashboard/waitlists/tea/page`);
        await signIn(page, session);
        await page.getByText('Code', { exact: true }).click();
        await page.getByRole('button', { name: 'Copy a prompt for your agent' }).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        const prompt = await page.evaluate<string>('navigator.clipboard.readText()');
        expect(prompt).toContain(`${session.url}/api/mcp/mcp`);
        expect(prompt).toContain(body.waitlist.id);
        expect(prompt).toContain('GeneratedWaitlist(props)');
        expect(await page.getByRole('button', { name: 'Write with AI' }).count()).toBe(0);
      } finally {
        await browser.close();
        await session.close();
      }
    },
    2 * PATIENCE_MS,
  );
});
