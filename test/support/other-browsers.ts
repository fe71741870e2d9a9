import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer, { type ElementHandle, type Frame, type Page } from 'puppeteer-core';
import { Builder, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { environment } from './launch-chromium.ts';

/** Where to look on the page: its own document, or the frame of page code. */
export type Place = 'page' | 'frame';

/** A person at a browser that Playwright cannot drive. */
export interface Person {
  open(url: string): Promise<void>;
  /** Types into the field with this label, instead of what it holds. */
  fill(label: string, text: string, place?: Place): Promise<void>;
  press(name: string, place?: Place): Promise<void>;
  /** Waits until the page shows this text. */
  see(text: string, place?: Place): Promise<void>;
  /** The value of a JavaScript expression in the page. */
  read<Value>(expression: string): Promise<Value>;
  close(): Promise<void>;
}

/** What both drivers can do: run a script where it is told, and use the element that it finds. */
interface Driver {
  open(url: string): Promise<void>;
  /** Null while there is no such element, or no frame. */
  find(script: string, place: Place): Promise<Used | null>;
  run(script: string, place: Place): Promise<unknown>;
  close(): Promise<void>;
}

interface Used {
  click(): Promise<void>;
  type(text: string): Promise<void>;
}

const FRAME = '#page';

/** Everything in a document, open shadow roots included. */
const ALL = `const all = root => [...root.querySelectorAll('*')].flatMap(one => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
  const isShown = one => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden';
  const textOf = one => (one.getAttribute('aria-label') ?? one.innerText ?? '').trim();`;

const findField = (label: string): string => `${ALL}
  const wanted = ${JSON.stringify(label)};
  return all(document).find(one => one.matches('input, textarea') && isShown(one) &&
    [...(one.labels ?? []), one].some(each => textOf(each).startsWith(wanted))) ?? null;`;

const findButton = (name: string): string => `${ALL}
  return all(document).find(one => one.matches('button, a, [role=tab], [type=submit], label') && isShown(one) &&
    !one.disabled && textOf(one) === ${JSON.stringify(name)}) ?? null;`;

const readText = `${ALL}
  return [document.body, ...all(document).filter(one => one.shadowRoot).map(one => one.shadowRoot)]
    .map(root => root.innerText ?? [...root.children].map(one => one.innerText ?? '').join(' ')).join(' ').replace(/\\s+/g, ' ');`;

function personOf(driver: Driver): Person {
  /** Finds the element and uses it. Again, while the page is not ready for that. */
  const use = (script: string, what: string, place: Place, action: (element: Used) => Promise<void>) =>
    eventually(async () => {
      const element = await driver.find(script, place);
      if (!element) throw new Error(`There is no ${what}`);
      await action(element);
    });
  return {
    open: url => driver.open(url),
    fill: (label, text, place = 'page') =>
      use(findField(label), `field ${label}`, place, element => element.type(text)),
    press: (name, place = 'page') =>
      use(findButton(name), `button ${name}`, place, element => element.click()),
    async see(text, place = 'page') {
      await eventually(async () => {
        const shown = String(await driver.run(readText, place));
        if (!shown.includes(text)) throw new Error(`The page does not show "${text}", but "${shown}"`);
      });
    },
    read: expression => driver.run(`return ${expression};`, 'page') as Promise<never>,
    close: () => driver.close(),
  };
}

const FIREFOXES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** The path of Firefox on this machine, or null. */
export const findFirefox = (): string | null =>
  environment('FIREFOX_PATH') ?? FIREFOXES.find(path => existsSync(path)) ?? null;

/** Starts Firefox without a window, over WebDriver BiDi. */
export async function openFirefox(): Promise<Person> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox() ?? '',
    headless: true,
  });
  const page = await browser.newPage();

  async function frameOf(place: Place): Promise<Page | Frame | null> {
    if (place === 'page') return page;
    return (await (await page.$(FRAME))?.contentFrame()) ?? null;
  }

  return personOf({
    async open(url) {
      await page.goto(url);
    },
    async find(script, place) {
      const handle = await (await frameOf(place))?.evaluateHandle(`(() => {${script}})()`);
      const element = handle?.asElement() as ElementHandle<HTMLInputElement> | null | undefined;
      if (!element) return null;
      return {
        click: () => element.click(),
        async type(text) {
          await element.click({ count: 3 });
          await element.type(text);
        },
      };
    },
    run: async (script, place) => (await frameOf(place))?.evaluate(`(() => {${script}})()`) ?? '',
    close: () => browser.close(),
  });
}

const MINI_BROWSERS = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].flatMap(folder =>
  ['4.1', '6.0', '4.0'].map(version => `/usr/lib/${folder}/webkit2gtk-${version}/MiniBrowser`),
);
const inPath = (name: string): boolean =>
  (environment('PATH') ?? '').split(':').some(folder => existsSync(join(folder, name)));

/** The path of WebKit's small browser on this machine, or null. It needs a display, which Xvfb provides, and its driver. */
export const findWebKit = (): string | null =>
  inPath('WebKitWebDriver') && inPath('xvfb-run')
    ? (MINI_BROWSERS.find(path => existsSync(path)) ?? null)
    : null;

/** Starts WebKit on a display of its own. */
export async function openWebKit(): Promise<Person> {
  const port = await freePort();
  const running = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
  });
  const stop = () => {
    if (running.pid) process.kill(-running.pid, 'SIGKILL');
  };
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: findWebKit(), args: ['--automation'] },
  });
  let driver: WebDriver;
  try {
    driver = await eventually(() =>
      new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build(),
    );
  } catch (error) {
    stop();
    throw error;
  }

  /** @returns false while there is no frame */
  async function enter(place: Place): Promise<boolean> {
    await driver.switchTo().defaultContent();
    if (place === 'page') return true;
    const [frame] = await driver.findElements({ css: FRAME });
    if (frame) await driver.switchTo().frame(frame);
    return frame !== undefined;
  }

  return personOf({
    open: url => driver.get(url),
    async find(script, place) {
      if (!(await enter(place))) return null;
      const element = await driver.executeScript<WebElement | null>(script);
      if (!element) return null;
      // The driver takes what is in a shadow root for covered by its host, and does not click on it.
      const isInShadow = await driver.executeScript<boolean>(
        'return arguments[0].getRootNode() !== document;',
        element,
      );
      return {
        click: () => (isInShadow ? element.sendKeys(Key.ENTER) : element.click()),
        async type(text) {
          // WebKit lets nothing but a person move the focus into a frame of another origin.
          if (place === 'frame') await element.click();
          await element.clear();
          await element.sendKeys(text);
        },
      };
    },
    run: async (script, place) => ((await enter(place)) ? driver.executeScript(script) : ''),
    async close() {
      await driver.quit().finally(stop);
    },
  });
}
