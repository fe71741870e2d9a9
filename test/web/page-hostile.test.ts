import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { connectChromium, describeWithChromium } from '../support/chromium.ts';
import { verifies } from '../support/verifies.ts';
import { type PageServer, startPageServer } from './page-server.ts';
import { dataUrl, TINY_GIF, TINY_WOFF2 } from './tiny-files.ts';

/** A typical page code form, with a slot for something hostile. */
const formWith = (effect: string) => `function GeneratedWaitlist(props) {
  const h = React.createElement;
  const [text, setText] = React.useState('');
  const [log, setLog] = React.useState('');
  React.useEffect(() => { ${effect} }, []);
  return h('form', { onSubmit: async event => {
      event.preventDefault();
      try { setLog('place ' + (await props.onSubmit({ email: text, name: '' })).position); }
      catch (error) { setLog(error.message); }
    } },
    h('input', { 'aria-label': 'Address', value: text, onChange: event => setText(event.target.value) }),
    h('button', null, 'Go'), h('output', null, log));
}`;

const page = (body: string) => `function GeneratedWaitlist(props) { const h = React.createElement; ${body} }`;

describeWithChromium('Hostile page code', () => {
  let server: PageServer;
  let browser: Browser;
  /** A third-party host that page code tries to reach. */
  let elsewhere: Server;
  let elsewhereOrigin: string;
  const reached: string[] = [];

  beforeAll(async () => {
    elsewhere = createServer((request, response) => {
      reached.push(`${request.method} ${request.url}`);
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('reached');
    });
    elsewhere.on('upgrade', (request, socket) => {
      reached.push(`UPGRADE ${request.url}`);
      socket.destroy();
    });
    await new Promise<void>(resolve => elsewhere.listen(0, '127.0.0.1', resolve));
    elsewhereOrigin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    [server, browser] = await Promise.all([startPageServer(), connectChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    elsewhere.closeAllConnections();
    elsewhere.close();
  });

  async function open(
    pageCode: string,
    options: { raw?: boolean; before?: (tab: Page) => Promise<void> } = {},
  ): Promise<{ tab: Page; slug: string }> {
    const url = server.publish(options.raw ? { rawCode: pageCode } : { pageCode });
    const tab = await browser.newPage();
    await options.before?.(tab);
    await tab.goto(url);
    return { tab, slug: url.slice(server.origin.length + 3) };
  }

  /** The visitor joins with the shell's own form. */
  async function joinWithDefaultForm(tab: Page): Promise<void> {
    await tab.getByRole('heading', { level: 1, name: 'Fieldnotes' }).waitFor();
    await tab.getByLabel('Email').fill('visitor@example.com');
    await tab.getByRole('button', { name: 'Join the waitlist' }).click();
    await tab.getByRole('heading', { name: 'Your place in line 128' }).waitFor();
    expect(await tab.locator('iframe').count()).toBe(0);
  }

  describe('that fails is replaced by the default form:', () => {
    const broken: Record<string, string> = {
      'does not parse': 'function GeneratedWaitlist( {',
      'declares something else': 'function Other() { return null; }',
      'throws at load': 'throw new Error("load"); function GeneratedWaitlist() {}',
      'throws null at load': 'throw null; function GeneratedWaitlist() {}',
      'throws when rendering': page('throw new Error("render");'),
      'throws in an effect': page(
        'React.useEffect(() => { throw new Error("effect"); }); return h("p", null, "Hi");',
      ),
      'throws later in a timer': page(
        'React.useEffect(() => { setTimeout(() => { throw new Error("later"); }, 20); }); return h("p", null, "Hi");',
      ),
      'rejects unseen': page(
        'React.useEffect(() => { Promise.reject(new Error("unseen")); }); return h("p", null, "Hi");',
      ),
      'renders something that is no element': page('return { a: 1 };'),
      'renders nothing': page('return null;'),
      'renders only what is hidden': page('return h("div", { style: { display: "none" } }, "Hi");'),
      'empties the document later': page(
        'React.useEffect(() => { setTimeout(() => document.body.replaceChildren(), 50); }); return h("p", null, "Hi");',
      ),
      'writes another document': page(
        'React.useEffect(() => { document.open(); document.write("<p>mine</p>"); document.close(); }); return h("p", null, "Hi");',
      ),
      'suspends forever': page('React.use(new Promise(() => {}));'),
      'recurses without end': page('const f = () => f() + 1; f();'),
      'renders without end': page('const [n, set] = React.useState(0); set(n + 1);'),
      'loops without end at load': page('for (;;);'),
      'loops without end and catches what stops it': page('while (true) { try { while (true); } catch {} }'),
      'loops without end in a timer': page(
        'React.useEffect(() => { setTimeout(() => { do {} while (true); }, 20); }); return h("p", null, "Hi");',
      ),
      'chains promises without end': page(
        'const f = () => Promise.resolve().then(f); React.useEffect(() => { f(); }); return h("p", null, "Hi");',
      ),
      'awaits without end': page(
        'React.useEffect(() => { (async () => { for (;;) await null; })(); }); return h("p", null, "Hi");',
      ),
      'navigates away': page(
        'React.useEffect(() => { location.href = "https://example.com/"; }); return h("p", null, "Hi");',
      ),
      'reloads itself': page('React.useEffect(() => { location.reload(); }); return h("p", null, "Hi");'),
      'names the guard': page('var __anteroomLoop = () => {}; for (;;) __anteroomLoop();'),
    };

    it.each(Object.entries(broken))(
      `%s${verifies('page.throwing-code-shows-default-form')}`,
      async (_, code) => {
        const { tab } = await open(code);
        await joinWithDefaultForm(tab);
        await tab.close();
      },
    );

    it('hangs where no guard stops it', async () => {
      const { tab } = await open(page('eval("for (;;);");'), { raw: true });
      await joinWithDefaultForm(tab);
      await tab.close();
    });

    it('throws in its form handler: the submission is kept, and its result shown', async () => {
      const code = page(`return h('button', { onClick: async () => {
        await props.onSubmit({ email: 'sent@example.com', name: 'Sent' }); throw new Error('after');
      } }, 'Go');`);
      const { tab, slug } = await open(code);
      await tab.frameLocator('#page').getByRole('button', { name: 'Go' }).click();
      await tab.getByRole('heading', { name: 'Your place in line 128' }).waitFor();
      expect(server.signups(slug)).toHaveLength(1);
      await tab.close();
    });

    it(`does not handle a refusal: the default form shows it next to what was typed${verifies('page.on-submit-rejects')}`, async () => {
      const code = page(`return h('button', { onClick: () => {
        props.onSubmit({ email: 'refused@example.com', name: 'R' });
      } }, 'Go');`);
      const { tab, slug } = await open(code);
      server.answer(slug, () => ({ status: 429, body: { error: 'x', code: 'rate_limited' } }));
      await tab.frameLocator('#page').getByRole('button', { name: 'Go' }).click();
      await tab.getByText('Too many attempts.').waitFor();
      expect(await tab.getByLabel('Email').inputValue()).toBe('refused@example.com');
      await tab.close();
    });
  });

  describe('that works but tries to escape its sandbox:', () => {
    it(`reaches no network, by any means${verifies('page.csp-no-network', 'page.no-cookie-or-storage')}`, async () => {
      const code = formWith(`
        const base = 'ELSEWHERE';
        const results = [];
        const attempt = async (name, run) => {
          try { await run(); results.push(name); } catch {}
        };
        const done = Promise.all([
          attempt('fetch', () => fetch(base + '/fetch')),
          attempt('xhr', () => new Promise((resolve, reject) => { const x = new XMLHttpRequest(); x.onload = resolve; x.onerror = reject; x.open('GET', base + '/xhr'); x.send(); })),
          attempt('socket', () => new Promise((resolve, reject) => { const s = new WebSocket(base.replace('http', 'ws') + '/socket'); s.onopen = resolve; s.onerror = reject; })),
          attempt('events', () => new Promise((resolve, reject) => { const e = new EventSource(base + '/events'); e.onopen = resolve; e.onerror = reject; })),
          attempt('script', () => new Promise((resolve, reject) => { const s = document.createElement('script'); s.src = base + '/script'; s.onload = resolve; s.onerror = reject; document.head.append(s); })),
          attempt('inline', () => { const s = document.createElement('script'); s.textContent = 'window.inlineRan = true'; document.head.append(s); if (!window.inlineRan) throw 0; }),
          attempt('style', () => new Promise((resolve, reject) => { const s = document.createElement('link'); s.rel = 'stylesheet'; s.href = base + '/style'; s.onload = resolve; s.onerror = reject; document.head.append(s); })),
          attempt('worker', () => new Promise((resolve, reject) => { const w = new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))); w.onmessage = resolve; w.onerror = reject; })),
          attempt('frame', () => new Promise((resolve, reject) => { const f = document.createElement('iframe'); f.src = base + '/frame'; f.onload = () => setTimeout(reject, 50); document.body.append(f); })),
          attempt('rtc', () => { new RTCPeerConnection(); }),
          attempt('frame rtc', () => { const f = document.createElement('iframe'); document.body.append(f); new f.contentWindow.RTCPeerConnection(); }),
          attempt('cookie', () => { document.cookie = 'a=1'; if (!document.cookie) throw 0; }),
          attempt('storage', () => localStorage.setItem('a', '1')),
          attempt('session', () => sessionStorage.setItem('a', '1')),
          attempt('database', () => new Promise((resolve, reject) => { const r = indexedDB.open('a'); r.onsuccess = resolve; r.onerror = reject; })),
          attempt('cache', () => caches.open('a')),
          attempt('parent', () => parent.document.title),
          attempt('top', () => top.document.cookie),
          attempt('navigate top', () => { top.location.href = base + '/top'; }),
          attempt('popup', () => { if (!open(base + '/popup')) throw 0; }),
        ]);
        navigator.sendBeacon(base + '/beacon', 'x');
        const form = document.createElement('form');
        form.action = base + '/form'; form.method = 'post'; document.body.append(form); form.submit();
        done.then(() => setLog('reached: ' + results.join()));
      `).replace('ELSEWHERE', elsewhereOrigin);
      const { tab, slug } = await open(code);
      const frame = tab.frameLocator('#page');
      await frame.getByText('reached:').waitFor();
      expect(await frame.locator('output').textContent()).toBe('reached: ');
      expect(reached).toEqual([]);
      expect(tab.context().pages()).toContain(tab);
      await frame.getByLabel('Address').fill('still@example.com');
      await frame.getByRole('button', { name: 'Go' }).click();
      await frame.getByText('place 128').waitFor();
      expect(server.signups(slug)).toEqual([{ email: 'still@example.com', language: 'en' }]);
      await tab.close();
    });

    it(`can show images and fonts, from data: URLs and other hosts${verifies('page.csp-allows-images-and-fonts')}`, async () => {
      const { tab } = await open(
        page(`const [log, set] = React.useState('');
        React.useEffect(() => {
          const image = src => new Promise((resolve, reject) => {
            const element = new Image();
            element.onload = () => resolve(element.naturalWidth);
            element.onerror = () => reject(new Error('refused'));
            element.src = src;
          });
          const font = async src => (await new FontFace('Tiny', 'url(' + src + ')').load()).status;
          Promise.allSettled([
            image('${dataUrl(TINY_GIF)}'), image('https://cdn.example/tiny.gif'),
            font('${dataUrl(TINY_WOFF2)}'), font('https://cdn.example/tiny.woff2'),
          ]).then(results => set('seen ' + results.map(each => each.value ?? each.reason.message).join()));
        }, []);
        return h('p', null, 'Hi ', h('output', null, log));`),
        {
          async before(newTab) {
            for (const file of [TINY_GIF, TINY_WOFF2]) {
              await newTab.route(`https://cdn.example/tiny.${file.type.split('/')[1]}`, route =>
                route.fulfill({
                  body: Buffer.from(file.base64, 'base64'),
                  contentType: file.type,
                  // Fonts are fetched with CORS, and the frame has an opaque origin.
                  headers: { 'access-control-allow-origin': '*' },
                }),
              );
            }
          },
        },
      );
      await tab.frameLocator('#page').getByText('seen').waitFor();
      expect(await tab.frameLocator('#page').locator('output').textContent()).toBe('seen 1,1,loaded,loaded');
      await tab.close();
    });

    it('does not learn the address that the visitor came with', async () => {
      const url = server.publish({
        pageCode: page(`return h('p', null, 'from [' + document.referrer + ']');`),
      });
      const tab = await browser.newPage();
      await tab.goto(`${url}?utm_campaign=private`);
      expect(await tab.frameLocator('#page').getByText('from [').textContent()).toBe('from []');
      await tab.close();
    });

    it('forges messages and hides ours: the shell trusts none', async () => {
      const code = formWith(`
        for (const data of [null, 1, 'init', { type: 'submit', id: 1, email: 'forged@example.com', name: '' },
          { type: 'failed', reason: 'x' }, { type: 'anteroom:ready', document: 7 }, { type: 'open', href: 'https://example.com' }]) {
          parent.postMessage(data, '*');
        }
        const nothing = () => {};
        window.postMessage = nothing; window.addEventListener = nothing; window.onerror = () => true;
        MessagePort.prototype.postMessage = function (message) {
          return Reflect.apply(post, this, [{ type: 'submit', id: 'x', email: { evil: 1 }, name: [] }]) ?? Reflect.apply(post, this, [message]);
        };
        var post = port; `)
        .replace('var post = port;', '')
        .replace('const nothing', 'const post = MessagePort.prototype.postMessage; const nothing');
      const { tab, slug } = await open(code);
      const frame = tab.frameLocator('#page');
      await frame.getByLabel('Address').fill('real@example.com');
      await frame.getByRole('button', { name: 'Go' }).click();
      await frame.getByText('place 128').waitFor();
      expect(server.signups(slug)).toEqual([{ email: 'real@example.com', language: 'en' }]);
      await tab.close();
    });

    it('submits in a loop: the shell sends ten a minute at most', async () => {
      const code = page(`const [log, set] = React.useState('');
        React.useEffect(() => { (async () => {
          const flood = Array.from({ length: 50 }, (_, n) => props.onSubmit({ email: 'f' + n + '@example.com', name: '' }));
          await Promise.allSettled(flood);
          for (let n = 0; n < 20; n++) await props.onSubmit({ email: n + '@example.com', name: '' }).catch(() => {});
          set('done');
        })(); }, []);
        return h('p', null, 'flood ', log);`);
      const { tab, slug } = await open(code);
      await tab.frameLocator('#page').getByText('flood done').waitFor();
      expect(server.signups(slug)).toHaveLength(10);
      await tab.close();
    });

    it.each([
      ['no object', 'undefined'],
      ['an event', 'new Event("submit")'],
      ['no email', '{ name: "x" }'],
      ['a blank email', '{ email: "  ", name: "" }'],
    ])('calls onSubmit with %s: it gets a rejection, and nothing is sent', async (_, argument) => {
      const { tab, slug } = await open(
        page(`const [log, set] = React.useState('');
        React.useEffect(() => { props.onSubmit(${argument}).catch(error => set('refused ' + error.message)); }, []);
        return h('p', null, 'Hi ', log);`),
      );
      await tab.frameLocator('#page').getByText('refused').waitFor();
      expect(server.signups(slug)).toEqual([]);
      await tab.close();
    });

    it('keeps working when a browser feature is refused', async () => {
      const { tab } = await open(formWith('navigator.clipboard.readText(); fetch("https://example.com");'));
      const frame = tab.frameLocator('#page');
      await frame.getByLabel('Address').fill('fine@example.com');
      await frame.getByRole('button', { name: 'Go' }).click();
      await frame.getByText('place 128').waitFor();
      await tab.close();
    });
  });
});
