import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { ApiSession } from './session.ts';

/** A machine that is three times slower, and a dashboard that is built when it is first opened. */
export const PATIENCE_MS = 90_000;

const BEST_PRACTICE_TOO = `axe.run(document, { iframes: false }).then(({ violations }) =>
  violations.map(({ id, nodes }) => [id, nodes.map(node => [node.html, node.failureSummary])]))`;

/** A person at the dashboard, whose every complaint of the console is kept. */
export interface DashboardVisit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What went wrong in the browser so far: violations of the policy are among it. */
  readonly problems: readonly string[];
  /** What axe finds on the screen as it is. */
  violations(): Promise<unknown[]>;
  close(): Promise<void>;
}

/** Opens a browser with nobody signed in. */
export async function openDashboard(browser: Browser, origin: string): Promise<DashboardVisit> {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', error => problems.push(error.message));
  page.on('console', message => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on('request', request => {
    const { protocol, origin: to } = new URL(request.url());
    if (protocol.startsWith('http') && to !== origin) problems.push(`asked ${to}`);
  });
  return {
    context,
    page,
    problems,
    async violations() {
      await page.evaluate(axe);
      return page.evaluate<unknown[]>(BEST_PRACTICE_TOO);
    },
    close: () => context.close(),
  };
}

/** Signs in as a person does: the address, and the code of the message. */
export async function signIn(page: Page, session: ApiSession): Promise<void> {
  await page.getByLabel('Email').fill(session.email);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByLabel('Code').waitFor();
  // Confirmations of signups may come between.
  const message = (await session.mail()).find(({ to }) => to === session.email);
  await page.getByLabel('Code').fill(/\b(\d{6})\b/.exec(message?.text ?? '')?.[1] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Replaces what an editor holds, as somebody who pastes it. */
export async function pasteOver(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).click();
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+v');
}

/** Drops a file on an element, as somebody who drags it there. */
export async function dropFile(
  target: Locator,
  { name, type, bytes }: { readonly name: string; readonly type: string; readonly bytes: Buffer },
): Promise<void> {
  const dataTransfer = await target.page().evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), each => each.charCodeAt(0));
    transfer.items.add(new File([bytes], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }));
    return transfer;
  })()`);
  for (const event of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(event, { dataTransfer });
}
