import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { buildDashboardAssets, type DashboardAssets } from '../../../lib/build/dashboard-assets.ts';
import { buildPageAssets } from '../../../lib/build/web-assets.ts';

describe('buildDashboardAssets', () => {
  let files: DashboardAssets['files'];
  beforeAll(async () => {
    files = (await buildDashboardAssets((await buildPageAssets()).manifest)).files;
  });
  const all = (type: string): string =>
    [...files.values()]
      .filter(({ contentType }) => contentType.startsWith(type))
      .map(({ body }) => body.toString())
      .join('\n');

  it('has the styles of every component that its scripts use', async () => {
    const classes = (text: string) => new Set(text.match(/\bm_[0-9a-f]{8}\b/g));
    const path = createRequire(import.meta.url).resolve('@mantine/core/styles.css');
    const known = classes(await readFile(path, 'utf8'));
    const styled = classes(all('text/css'));
    const used = [...classes(all('text/javascript'))].filter(name => known.has(name));
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter(name => !styled.has(name))).toEqual([]);
  });

  it('parses no page code on the screens that show none', () => {
    const parsers = [...files].filter(([, { body }]) => body.includes('ecmaVersion'));
    expect(parsers.map(([path]) => path)).toEqual([expect.stringContaining('/check-code.')]);
  });
});
