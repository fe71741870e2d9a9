import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { toPageDesign } from '../../core/pages/page-design.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { verifies } from '../support/verifies.ts';
import { sharePageServer } from './page-server.ts';

const page = (body: string) => `function GeneratedWaitlist(props) { const h = React.createElement; ${body} }`;

describeWithChromium('What page code can count on', () => {
  const browser = shareChromium();
  const server = sharePageServer();

  async function open(pageCode: string, query = ''): Promise<Page> {
    const tab = await browser.newPage();
    await tab.goto(server.publish({ pageCode, referralEnabled: true }) + query);
    return tab;
  }

  it(`has React and ReactDOM in scope, and the props of the contract${verifies('page.react-in-scope', 'page.props-waitlist', 'page.props-referred-by', 'design.props')}`, async () => {
    const tab = await open(
      page(`return h('pre', null, JSON.stringify({
        react: window.React === React && React.version.split('.')[0],
        dom: typeof ReactDOM.createPortal,
        props: Object.keys(props).sort(), waitlist: props.waitlist, design: props.design, referredBy: props.referredBy }));`),
      '?ref=code1',
    );
    const shown = await tab.frameLocator('#page').locator('pre').textContent();
    expect(JSON.parse(shown ?? '')).toEqual({
      react: '19',
      dom: 'function',
      props: ['design', 'entry', 'language', 'onSubmit', 'questions', 'referredBy', 'waitlist', 'words'],
      waitlist: {
        name: 'Fieldnotes',
        lead: 'A notebook that answers.',
        slug: expect.any(String),
        referralEnabled: true,
        referralBoost: 5,
        signups: 1284,
        waiting: 1284,
        door: 'open',
        opensAt: null,
        closedMessage: null,
      },
      design: toPageDesign({ template: 'custom' }),
      referredBy: 'code1',
    });
    await tab.close();
  });

  it.each([
    ['with a button', `h('button', null, 'Go')`, 'button'],
    [
      'with a button that stops its click',
      `h('button', { onClick: event => event.stopPropagation() }, 'Go')`,
      'button',
    ],
    ['with an input that submits', `h('input', { type: 'submit', value: 'Go' })`, 'button'],
    ['by the Enter key', `h('button', null, 'Go')`, 'key'],
    ['by the Enter key, without a button', 'null', 'key'],
    [
      'by requestSubmit',
      `h('i', { onClick: event => event.target.closest('form').requestSubmit() }, 'Go')`,
      'text',
    ],
  ])('gets the submit event of a form, though the sandbox has no forms: %s', async (_, control, way) => {
    const tab = await open(
      page(`const [log, set] = React.useState('');
      return h('form', { onSubmit: event => { event.preventDefault(); set('sent ' + new FormData(event.target).get('mail')); } },
        h('input', { name: 'mail', type: 'email', required: true, 'aria-label': 'Mail' }), ${control}, h('p', null, 'log ', log));`),
    );
    const frame = tab.frameLocator('#page');
    const send = async () => {
      if (way === 'key') await frame.getByLabel('Mail').press('Enter');
      else if (way === 'button') await frame.getByRole('button', { name: 'Go' }).click();
      else await frame.getByText('Go').click();
    };
    await frame.getByLabel('Mail').fill('wrong');
    await send();
    // The browser's own validation blocks it, as it would outside a sandbox.
    expect(await frame.getByLabel('Mail').evaluate(input => input.matches(':invalid'))).toBe(true);
    expect(await frame.getByText('sent').count()).toBe(0);
    await frame.getByLabel('Mail').fill('right@example.com');
    await send();
    await frame.getByText('sent right@example.com').waitFor();
    await tab.close();
  });

  it('can use the action of a React form', async () => {
    const tab = await open(
      page(`const [log, set] = React.useState('');
      return h('form', { action: async data => set('action ' + data.get('mail')) },
        h('input', { name: 'mail', 'aria-label': 'Mail' }), h('button', null, 'Go'), h('p', null, log));`),
    );
    const frame = tab.frameLocator('#page');
    await frame.getByLabel('Mail').fill('form@example.com');
    await frame.getByRole('button', { name: 'Go' }).click();
    await frame.getByText('action form@example.com').waitFor();
    await tab.close();
  });

  it.each([
    ['absolute', `{ href: 'https://example.com/terms' }`, 'https://example.com/terms'],
    ['relative to the page', `{ href: '/docs' }`, '/docs'],
    [
      'whose click stops',
      `{ href: 'https://example.com/x', onClick: event => event.stopPropagation() }`,
      'https://example.com/x',
    ],
    ['to itself', `{ href: 'https://example.com/self', target: '_self' }`, 'https://example.com/self'],
  ])('has its links opened in a new tab: %s', async (_, properties, expected) => {
    const tab = await open(page(`return h('a', ${properties}, 'Terms');`));
    for (const url of ['https://example.com/**', `${server.origin}/docs`]) {
      await tab.context().route(url, route => route.fulfill({ body: 'there' }));
    }
    const popup = tab.waitForEvent('popup');
    await tab.frameLocator('#page').getByText('Terms').click();
    const opened = await popup;
    expect(new URL(opened.url()).href).toBe(new URL(expected, server.origin).href);
    expect(await opened.evaluate('window.opener')).toBeNull();
    await opened.close();
    expect(await tab.locator('iframe').count()).toBe(1);
    await tab.close();
  });

  it('opens only links that the visitor clicked', async () => {
    const tab = await open(
      page(`
      React.useEffect(() => { document.querySelector('#auto').click(); }, []);
      const [log, set] = React.useState('');
      return h('div', null, h('a', { id: 'auto', href: 'https://example.com/auto' }, 'Auto'),
        h('a', { href: 'https://example.com/no', onClick: event => { event.preventDefault(); set('canceled'); } }, 'Cancel'),
        h('a', { href: 'javascript:document.title=1' }, 'Script'), log);`),
    );
    const frame = tab.frameLocator('#page');
    await frame.getByText('Cancel').click();
    await frame.getByText('canceled').waitFor();
    await frame.getByText('Script').click();
    expect(
      tab
        .context()
        .pages()
        .map(opened => opened.url()),
    ).toEqual([tab.url()]);
    await tab.close();
  });

  it('does not spend a user gesture that page code did not use', async () => {
    const tab = await open(
      page(`
      const [asked, set] = React.useState(0);
      React.useEffect(() => {
        Object.defineProperty(Navigator.prototype, 'userActivation', { value: { isActive: true } });
        const timer = setInterval(() => { document.querySelector('a').click(); set(n => n + 1); }, 20);
        return () => clearInterval(timer);
      }, []);
      return h('div', null, h('a', { href: 'https://example.com/' }, 'Offer'), h('output', null, asked));`),
    );
    const asked = async () => Number(await tab.frameLocator('#page').locator('output').innerText());
    await tab.keyboard.press('a');
    const from = await asked();
    await eventually(async () => expect(await asked()).toBeGreaterThan(from + 10));
    expect(
      tab
        .context()
        .pages()
        .map(opened => opened.url()),
    ).toEqual([tab.url()]);
    await tab.close();
  });

  it('keeps the line numbers of its errors', async () => {
    const url = server.publish({
      pageCode:
        'function GeneratedWaitlist() {\n  for (const a of [1])\n    while (a)\n      throw new Error("here");\n}',
    });
    const tab = await browser.newPage();
    const error = tab.waitForEvent('pageerror');
    await tab.goto(url);
    expect((await error).stack).toContain('page-code.js:4:');
    await tab.close();
  });
});
