import type { BrowserContext, Locator, Page } from 'playwright-core';
import { violationsIn } from './axe.ts';
import type { Tabs } from './chromium.ts';
import type { ApiSession } from './session.ts';

/** Allows for a machine three times slower, and for building the dashboard when it is first opened. */
export const PATIENCE_MS = 90_000;

/** A user of the dashboard. All console errors are recorded. */
export interface DashboardVisit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors in the browser so far, including violations of the Content Security Policy. */
  readonly problems: readonly string[];
  /** What axe finds on the current screen. */
  violations(): Promise<unknown[]>;
  close(): Promise<void>;
}

/** Opens a browser without signing in. */
export async function openDashboard(browser: Tabs, origin: string): Promise<DashboardVisit> {
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
    violations: () => violationsIn(page.mainFrame()),
    close: () => context.close(),
  };
}

/** Signs in as a user does, with an email address and the code sent to it. */
export async function signIn(page: Page, session: ApiSession): Promise<void> {
  await page.getByLabel('Email').fill(session.email);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByLabel('Code').waitFor();
  // Signup confirmations may arrive in between.
  const message = (await session.mail()).find(({ to }) => to === session.email);
  // Sends itself on the sixth digit.
  await page.getByLabel('Code').fill(/\b(\d{6})\b/.exec(message?.text ?? '')?.[1] ?? '');
}

/** Opens a screen as a user does who signs in on the way to it. */
export async function openSignedIn(
  browser: Tabs,
  session: ApiSession,
  path = '/dashboard',
): Promise<DashboardVisit> {
  const visit = await openDashboard(browser, session.url);
  await visit.page.goto(`${session.url}/sign-in?return_to=${path}`);
  await signIn(visit.page, session);
  return visit;
}

/** Replaces the contents of an editor by pasting. */
export async function pasteOver(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).click();
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+v');
}

/** Drops a file on an element, as a user who drags it there. */
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
