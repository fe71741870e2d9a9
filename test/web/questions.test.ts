import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { TEMPLATES } from '../../core/page-code/design.ts';
import { violations, violationsInSchemes } from '../support/axe.ts';
import { describeWithChromium, shareChromium, show } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { shareOwnSite } from '../support/own-site.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

const CITIES = ['Berlin', 'Lagos', 'Lima', 'Osaka', 'Oslo', 'Paris', 'Quito', 'Somewhere else entirely'];
const QUESTIONS = [
  {
    key: 'role',
    label: 'What do you do?',
    type: 'choice',
    options: ['Founder', 'Developer', 'Just curious'],
    required: true,
  },
  { key: 'city', label: 'Where are you?', type: 'choice', options: CITIES },
  {
    key: 'tools',
    label: 'What do you use today?',
    type: 'choices',
    options: ['React', 'Vue', 'Something else'],
  },
  { key: 'note', label: 'What would you build first?', type: 'text' },
  {
    key: 'terms',
    label: 'I agree to the terms, and to hear about news now and then.',
    type: 'checkbox',
    required: true,
  },
  {
    key: 'size',
    label: 'How large is your team?',
    type: 'choice',
    options: ['Just me', '2–10', 'More'],
    ask: 'after',
  },
  { key: 'why', label: 'Anything else?', type: 'text', ask: 'after' },
  { key: 'score', label: 'Secret score', type: 'text', ask: 'never' },
];
const ANSWERS = { role: 'Founder', city: 'Oslo', tools: ['React', 'Vue'], note: 'A rocket', terms: true };
const NO_SOURCE = { utmSource: null, utmMedium: null, utmCampaign: null, referrerHost: null };

/** Shows its props, and sends what it is told to. */
const OWN_CODE = `function GeneratedWaitlist(props) {
  const h = React.createElement;
  const [outcome, setOutcome] = React.useState('');
  const join = answers => () => props.onSubmit({ email: 'own@example.com', answers })
    .then(() => setOutcome('joined'), error => setOutcome(error.details.map(({ path }) => path).join()));
  return h('main', null, h('h1', null, 'Own page'), h('pre', null, JSON.stringify(props.questions)), h('output', null, outcome),
    h('button', { onClick: join({}) }, 'Nothing'), h('button', { onClick: join({ role: 'Founder', terms: true }) }, 'Everything'));
}`;

describeWithChromium('Questions on pages', () => {
  const browser = shareChromium();
  const session = shareSession();
  let lists = 0;
  let page: Page;
  let html = '';
  const site = shareOwnSite((_, response) => {
    response.setHeader('content-type', 'text/html').end(html);
  });

  beforeAll(async () => {
    page = await browser.newPage();
  });

  async function newList(more: Record<string, unknown> = {}): Promise<string> {
    const slug = `asks-${++lists}`;
    const fields = {
      name: 'Rocket Bikes',
      slug,
      questions: QUESTIONS,
      allowedOrigins: [site.origin],
      ...more,
    };
    expect((await session.api.post('/api/v1/waitlists', fields)).status).toBe(201);
    return slug;
  }
  const entryOf = async (slug: string) =>
    (await session.api.get(`/api/v1/waitlists/${slug}/entries`)).body.entries[0];

  type Scope = Pick<Page, 'getByLabel' | 'getByText' | 'getByRole' | 'getByPlaceholder'>;
  /** Answers everything that the form asks. Pills are clicked where they are seen. */
  async function fill(scope: Scope, email = 'ada@example.com'): Promise<void> {
    await scope.getByLabel('Email').fill(email);
    for (const option of ['Founder', 'Vue', 'React']) await scope.getByLabel(option, { exact: true }).check();
    await scope.getByLabel('Where are you?').selectOption('Oslo');
    await scope.getByLabel('What would you build first?').fill('A rocket');
    await scope.getByLabel('I agree').check();
  }

  describe.each(TEMPLATES)('with the template %s', template => {
    it(`look right, are checked, and are sent with where the visitor came from${verifies('questions.templates', 'source.page')}`, async () => {
      const slug = await newList({ design: { template, brandColor: '#2b50e0' } });
      await show(page, `${session.url}/w/${slug}?utm_source=Launch&utm_medium=mail`);
      const frame = page.frameLocator('#page');
      await frame.getByText('What do you use today?').waitFor();
      await expect(frame.getByText('Secret score').count()).resolves.toBe(0);
      await expect(frame.getByText('How large is your team?').count()).resolves.toBe(0);
      for (const width of [320, 390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await frame
          .locator('html')
          .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        expect([width, overflow]).toEqual([width, 0]);
        const ends = await frame
          .locator('.wl-field-name, .wl-question, .wl-button')
          .evaluateAll(elements =>
            elements.map(element => Math.round(element.getBoundingClientRect().right)),
          );
        expect([width, new Set(ends).size]).toEqual([width, 1]);
      }
      expect(await violationsInSchemes(page)).toEqual([]);

      await frame.getByLabel('Email').fill('ada@example.com');
      await frame.getByLabel('Email').press('Enter');
      await frame.getByText('Please answer this question.').waitFor();
      await frame.getByText('Please tick this box to join.').waitFor();
      expect(await violationsInSchemes(page)).toEqual([]);
      await fill(frame);
      await frame.getByRole('button', { name: 'Join the waitlist' }).click();
      await page.getByRole('heading', { name: /place in line/i }).waitFor();
      expect(await entryOf(slug)).toMatchObject({
        answers: ANSWERS,
        source: { ...NO_SOURCE, utmSource: 'Launch', utmMedium: 'mail' },
      });

      // What is asked after joining.
      await page.getByLabel('Just me', { exact: true }).check();
      await page.getByLabel('Anything else?').fill('No');
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved. Thank you!').waitFor();
      expect((await entryOf(slug)).answers).toEqual({ ...ANSWERS, size: 'Just me', why: 'No' });
      await page.evaluate('localStorage.clear()');
    });
  });

  it(`can be answered without JavaScript${verifies('questions.templates')}`, async () => {
    for (const template of ['minimal', 'door']) {
      const slug = await newList({ design: { template } });
      const context = await browser.newContext({ javaScriptEnabled: false });
      const plain = await context.newPage();
      await plain.goto(`${session.url}/w/${slug}`);
      await fill(plain);
      await plain.getByRole('button', { name: 'Join the waitlist' }).click();
      await plain.waitForURL('**/s/*');
      expect((await entryOf(slug)).answers).toEqual(ANSWERS);
      await plain.getByLabel('2–10', { exact: true }).check();
      await plain.getByRole('button', { name: 'Save', exact: true }).click();
      await plain.getByText('Saved. Thank you!').waitFor();
      expect((await entryOf(slug)).answers).toEqual({ ...ANSWERS, size: '2–10' });
      await context.close();
    }
  });

  it(`are props of page code, whose answers are checked${verifies('questions.page-code')}`, async () => {
    const slug = await newList({ reactCode: OWN_CODE });
    await show(page, `${session.url}/w/${slug}`);
    const frame = page.frameLocator('#page');
    const props = JSON.parse(await frame.locator('pre').innerText());
    expect(props).toEqual(
      QUESTIONS.slice(0, -1).map(question => ({ required: false, ask: 'form', ...question })),
    );
    await frame.getByRole('button', { name: 'Nothing' }).click();
    await frame.getByText('answers.role,answers.terms').waitFor();
    await frame.getByRole('button', { name: 'Everything' }).click();
    await frame.getByText('joined').waitFor();
    expect((await entryOf(slug)).answers).toEqual({ role: 'Founder', terms: true });
    await page.evaluate('localStorage.clear()');
  });

  it(`are on the default form where page code fails${verifies('questions.templates')}`, async () => {
    const slug = await newList({ reactCode: `function GeneratedWaitlist() { throw new Error('broken'); }` });
    await show(page, `${session.url}/w/${slug}`);
    await page.locator('#stage[data-state=form]').waitFor();
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await page.getByText('Please check your answers.').waitFor();
    expect(await violationsInSchemes(page)).toEqual([]);
    await fill(page);
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await page.getByRole('heading', { name: /place in line/i }).waitFor();
    expect((await entryOf(slug)).answers).toEqual(ANSWERS);
    await page.evaluate('localStorage.clear()');
  });

  it(`are in the embed, before and after joining${verifies('questions.embed', 'source.page')}`, async () => {
    const slug = await newList({ design: { brandColor: '#2b50e0' } });
    html = `<html lang="en"><title>Ours</title><main><h1>Ours</h1><script src="${session.url}/embed.js" async></script><anteroom-waitlist slug="${slug}"></anteroom-waitlist></main>`;
    await show(page, `${site.origin}/?utm_campaign=spring`);
    await page.getByText('What do you use today?').waitFor();
    expect(await violationsInSchemes(page)).toEqual([]);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await page.getByText('Please check your answers.').waitFor();
    await fill(page);
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await page.getByText('How large is your team?').waitFor();
    expect(await entryOf(slug)).toMatchObject({
      answers: ANSWERS,
      source: { ...NO_SOURCE, utmCampaign: 'spring' },
    });
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('More', { exact: true }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved. Thank you!').waitFor();
    expect((await entryOf(slug)).answers).toEqual({ ...ANSWERS, size: 'More' });
  });

  it(`remember where the visitor first came from in this tab${verifies('source.page')}`, async () => {
    const slug = await newList({ questions: [], design: { template: 'minimal' } });
    const tab = await browser.newPage();
    html = `<a href="${session.url}/w/${slug}?utm_source=First">Go</a>`;
    await tab.goto(site.origin);
    await tab.getByText('Go').click();
    await tab.frameLocator('#page').getByLabel('Email').waitFor();
    await tab.goto(`${session.url}/w/${slug}?utm_source=Second&utm_medium=x`);
    const frame = tab.frameLocator('#page');
    await frame.getByLabel('Email').fill('ada@example.com');
    await frame.getByLabel('Email').press('Enter');
    await eventually(async () =>
      expect((await entryOf(slug))?.source).toEqual({
        ...NO_SOURCE,
        utmSource: 'First',
        referrerHost: 'localhost',
      }),
    );
    expect(await tab.evaluate('document.cookie')).toBe('');
    await tab.close();
  });

  it(`say the same with every visit, on the page and in the embed${verifies('visits.by-source')}`, async () => {
    const slug = await newList({ questions: [], design: { template: 'minimal' } });
    const url = `${session.url}/w/${slug}`;
    // A browser of a person; the one of the tests says that it is a robot.
    const userAgent = (await page.evaluate<string>('navigator.userAgent')).replace('Headless', '');
    const context = await browser.newContext({ userAgent });
    const open = async (...addresses: string[]) => {
      const tab = await context.newPage();
      for (const address of addresses) await tab.goto(address);
      return tab;
    };
    try {
      await open(`${url}?utm_source=Launch`, `${url}?utm_source=Second`, url);
      await open(`${url}?ref=k3m9abc0de`);
      html = `<a href="${url}">Go</a>`;
      await (await open(site.origin)).getByText('Go').click();
      html = `<script src="${session.url}/embed.js" async></script><anteroom-waitlist slug="${slug}"></anteroom-waitlist>`;
      await open(`${site.origin}/?utm_source=Blog`);
      await open(`${site.origin}/?ref=k3m9abc0de`);
      await open(site.origin);
      await eventually(async () =>
        expect(
          await session.sql(
            `SELECT v.source, v.visits::integer FROM source_visits v JOIN waitlists w ON w.id = v.waitlist_id
             WHERE w.slug = $1 ORDER BY v.source`,
            [slug],
          ),
        ).toEqual([
          { source: 'blog', visits: 1 },
          { source: 'direct', visits: 1 },
          { source: 'friend', visits: 2 },
          { source: 'launch', visits: 3 },
          { source: 'localhost', visits: 1 },
        ]),
      );
    } finally {
      await context.close();
    }
  });
});
