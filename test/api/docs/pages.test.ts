import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { guides } from '../../../core/agents/guides.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession();
const fetchPath = (path: string, headers = {}, method = 'GET') =>
  fetch(session.url + path, { method, headers });
const ROOT = join(import.meta.dirname, '../../..');
const source = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const PAGES = [
  ...guides.map(({ name }) => [`/docs/${name}`, `docs/${name}.md`] as const),
  ['/changelog', 'CHANGELOG.md'] as const,
];

it.each(PAGES)(
  `%s shows %s, in HTML and as it was written${verifies('docs.guides', 'docs.markdown', 'docs.changelog')}`,
  async (path, file) => {
    const page = await fetchPath(path);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const html = await page.text();
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|style="/);
    const headings = [...source(file).matchAll(/^#{1,3} (.+)$/gm)].map(([, heading]) => heading ?? '');
    for (const heading of headings.filter(text => !text.includes('`')))
      expect(html).toContain(`>${heading}</`);

    const markdown = await fetchPath(`${path}.md`);
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const text = source(file).replaceAll('https://anteroom.example', session.url);
    expect(await markdown.text()).toBe(text);
    expect(await (await fetchPath(path, { accept: 'text/markdown, text/html' })).text()).toBe(text);
  },
);

it.each(['/docs/webhooks', '/docs/webhooks.md', '/changelog'])('%s answers HEAD, and 304', async path => {
  const first = await fetchPath(path, {}, 'HEAD');
  expect([first.status, await first.text()]).toEqual([200, '']);
  const etag = first.headers.get('etag') ?? '';
  expect((await fetchPath(path, { 'if-none-match': etag })).status).toBe(304);
});

it('the documentation has one path for each page', async () => {
  for (const path of ['/docs/webhooks', '/changelog']) {
    const answer = await fetch(`${session.url}${path}/`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([308, path]);
  }
});

it(`every link on a page leads somewhere, on HTML pages, in Markdown, and in the dashboard${verifies('docs.links')}`, async () => {
  // The dashboard takes seconds to build; its screens have tests of their own.
  const isElsewhere = (url: URL) => url.origin !== session.url || /^\/(dashboard|sign-in)/.test(url.pathname);
  const seen = new Map<string, Promise<{ status: number; text: string }>>();
  const read = (path: string) => {
    const reading =
      seen.get(path) ??
      fetchPath(path).then(async each => ({ status: each.status, text: await each.text() }));
    seen.set(path, reading);
    return reading;
  };
  const dead: string[] = [];
  const starts = ['/docs', ...PAGES.flatMap(([path]) => [path, `${path}.md`])];
  for (const start of starts) {
    const { text } = await read(start);
    const pattern = start.endsWith('.md') ? /\]\(([^)\s]+)\)/g : / (?:href|src|data-index)="([^"]+)"/g;
    for (const [, link = ''] of text.matchAll(pattern)) {
      const url = new URL(link.replaceAll('&amp;', '&'), session.url + start);
      if (isElsewhere(url)) continue;
      const target = await read(url.pathname);
      const id = decodeURIComponent(url.hash.slice(1));
      const isThere = url.pathname.endsWith('.md') || id === '' || target.text.includes(` id="${id}"`);
      if (target.status !== 200 || !isThere) dead.push(`${start}: ${link}`);
    }
  }
  const fromDashboard = globSync('web/dashboard/**/*.tsx', { cwd: ROOT }).flatMap(file => [
    ...source(file).matchAll(/<GuideLink to="([^"]+)"/g),
  ]);
  expect(fromDashboard.length).toBeGreaterThan(5);
  for (const [, link = ''] of fromDashboard) {
    const [name, id = ''] = link.split('#');
    const { text } = await read(`/docs/${name}`);
    if (!text.includes(` id="${id || 'main'}"`)) dead.push(`the dashboard: ${link}`);
  }
  expect(seen.size).toBeGreaterThan(PAGES.length * 2);
  expect(dead).toEqual([]);
});

it(`llms.txt lists every guide, and how to connect${verifies('docs.llms')}`, async () => {
  const text = await (await fetchPath('/llms.txt')).text();
  for (const { name, title, summary } of guides)
    expect(text).toContain(`- [${title}](${session.url}/docs/${name}.md): ${summary}`);
  for (const path of ['/changelog.md', '/api/v1/openapi.json', '/api/mcp/mcp'])
    expect(text).toContain(session.url + path);
});

it(`says what may change, and how it is told${verifies('docs.versions')}`, async () => {
  const text = await (await fetchPath('/docs/versions.md')).text();
  for (const part of [
    '## What we may add',
    '## What we never change',
    'At least 12 months',
    '\nDeprecation: @',
    '\nSunset: ',
  ])
    expect(text).toContain(part);
  // A year lies between the two dates of the example.
  const [, notice = ''] = /^Deprecation: @(\d+)$/m.exec(text) ?? [];
  const [, end = ''] = /^Sunset: (.+)$/m.exec(text) ?? [];
  expect(new Date(end).toUTCString()).toBe(end);
  expect(Date.parse(end) / 1_000 - Number(notice)).toBeGreaterThanOrEqual(365 * 24 * 3_600);
});

it('the title of a guide is its heading', () => {
  expect(guides.map(({ name }) => source(`docs/${name}.md`).split('\n')[0])).toEqual(
    guides.map(({ title }) => `# ${title}`),
  );
});
