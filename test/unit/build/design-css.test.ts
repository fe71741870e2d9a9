import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { bundle } from '../../../lib/build/web-assets.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (pattern: string): string =>
  globSync(pattern, { cwd: ROOT })
    .map(file => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');

const names = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].map(([, name = '']) => name));

describe('design tokens', () => {
  it.each([
    ['the page', 'page/shell.css', 'web/page/*.{css,ts}'],
    ['the landing page', 'home/home.css', 'web/home/*.{css,ts}'],
    ['the documentation', 'docs/docs.css', 'web/docs/*.{css,ts}'],
    ['the dashboard', 'dashboard/design/theme.css', 'web/dashboard/**/*.{css,ts,tsx}'],
  ])('have every property that %s uses', async (_, entry, sources) => {
    const source = read(sources);
    const sheet = (await bundle(entry, 'esm')).toString();
    const declared = names(`${sheet}\n${source}`, /(--[a-z][\w-]*)['"\]]*:/g);
    const used = names(source, /var\((--[a-z][\w-]*)\)/g);
    expect(used.size).toBeGreaterThan(5);
    expect([...used].filter(name => !declared.has(name) && !name.startsWith('--mantine-'))).toEqual([]);
  });
});
