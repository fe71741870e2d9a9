import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Runs in each frame separately, because axe cannot communicate across an opaque origin. Every rule, best practices
 * included; the only exception is that the heading of a page of ours may be in the frame of its code. `preload` reads style
 * sheets for rules that are off.
 */
const FIND_VIOLATIONS = `
  axe.run(document, {
    iframes: false,
    preload: false,
    resultTypes: ['violations'],
    rules: document.querySelector('iframe#page') ? { 'page-has-heading-one': { enabled: false } } : {},
  }).then(({ violations }) =>
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(node => [node.html, node.failureSummary]) })))`;

/** The frames in the document. `page.frames()` may still list one that the shell has just removed. */
async function framesOf(page: Page): Promise<Frame[]> {
  const elements = await page.locator('iframe').elementHandles();
  const inner = await Promise.all(elements.map(element => element.contentFrame()));
  return [page.mainFrame(), ...inner.filter(frame => frame !== null)];
}

/** What axe finds in one frame. */
export async function violationsIn(frame: Frame): Promise<unknown[]> {
  if (!(await frame.evaluate("'axe' in globalThis"))) await frame.evaluate(axe);
  return frame.evaluate<unknown[]>(FIND_VIOLATIONS);
}

/** What axe finds on a page and in its frames. */
export async function violations(page: Page): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const frame of await framesOf(page)) found.push(...(await violationsIn(frame)));
  return found;
}

/**
 * What axe finds in each color scheme, without loading the page again: its first run in a document takes longest.
 *
 * @param options.shown - waits until a scheme is shown, where more than style sheets depends on it
 * @param options.find - by default {@link violations}
 */
export async function violationsInSchemes(
  page: Page,
  { shown = async () => {}, find = violations }: SchemeOptions = {},
): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await shown(colorScheme);
    found.push(...(await find(page)));
  }
  return found;
}

interface SchemeOptions {
  readonly shown?: (scheme: 'light' | 'dark') => Promise<unknown>;
  readonly find?: (page: Page) => Promise<unknown[]>;
}
