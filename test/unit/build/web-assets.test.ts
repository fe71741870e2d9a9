import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { FONT_PARTS } from '../../../core/markup/font.ts';
import type { SiteFile } from '../../../lib/build/site-file.ts';
import { buildPageAssets } from '../../../lib/build/web-assets.ts';
import { compressWell } from '../../../local/http/encoding.ts';

describe('buildPageAssets', () => {
  it('builds immutable files under urls that carry the hash of their content', async () => {
    const { files, manifest } = await buildPageAssets();
    // The font is in no manifest: `FONT_PARTS` names its files.
    expect([...files.keys()]).toEqual(expect.arrayContaining(Object.values(manifest)));
    expect(files.size).toBe(Object.values(manifest).length + 4);
    for (const [path, file] of files) {
      const hash = createHash('sha256').update(file.body).digest('hex').slice(0, 16);
      expect(path).toMatch(new RegExp(`^/_page/[a-z]+\\.${hash}\\.[a-z0-9]+$`));
      expect(file.cacheControl).toBe('public, max-age=31536000, immutable');
    }
    expect((await buildPageAssets()).manifest).toEqual(manifest);
  });

  it('outputs at most 83 KB compressed in either encoding for a page, and a few for the shell and the landing page', async () => {
    const { files, manifest } = await buildPageAssets();
    const { placeJs, placeCss, questionsCss, homeCss, homeJs, homeCard } = manifest;
    const others = new Set([placeJs, placeCss, questionsCss, homeCss, homeJs, homeCard]);
    const all = [...files].flatMap(([path, file]) =>
      others.has(path) || file.contentType === 'font/woff2' ? [] : [file],
    );
    for (const compress of [compressWell.br, compressWell.gzip]) {
      const sizes = await Promise.all(all.map(async ({ body }) => (await compress(body)).length));
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(83_000);
    }
    const shell = files.get(manifest.shellJs)?.body ?? Buffer.alloc(0);
    expect((await compressWell.br(shell)).length).toBeLessThan(7_500);
    for (const path of [homeCss, homeJs]) {
      expect((await compressWell.br(files.get(path)?.body ?? Buffer.alloc(0))).length).toBeLessThan(5_000);
    }
  });

  it('outputs the font in four parts of together 60 KB, most pages need 10, and lets the frame load them', async () => {
    const { files } = await buildPageAssets();
    const fonts = [...files.values()].filter(({ contentType }) => contentType === 'font/woff2');
    expect(fonts).toHaveLength(4);
    expect(fonts.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThan(60_000);
    expect(files.get(FONT_PARTS.basic.path)?.body.length).toBeLessThan(10_200);
    for (const { body, headers } of fonts) {
      expect(body.subarray(0, 4).toString()).toBe('wOF2');
      expect(headers).toMatchObject({ 'access-control-allow-origin': '*' });
    }
  });

  it('gives the frame a policy that names its one script, and no network', async () => {
    const { files, manifest } = await buildPageAssets();
    const frame = files.get(manifest.frameHtml) as SiteFile;
    const policy = frame.headers?.['content-security-policy'] ?? '';
    const [, script = ''] = /<script>(.*)<\/script>/s.exec(frame.body.toString()) ?? [];
    expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    expect(policy).toContain("connect-src 'none'");
    expect(policy).toContain("form-action 'none'");
    expect(policy).toContain('sandbox allow-scripts');
    expect(policy).not.toContain("script-src 'self'");
  });
});
