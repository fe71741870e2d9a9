import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { respondWithAsset } from '../../../lib/build/asset-response.ts';
import { buildPageAssets, type WebAsset } from '../../../lib/build/web-assets.ts';

describe('buildPageAssets', () => {
  it('builds immutable files under urls that carry the hash of their content', async () => {
    const { files, manifest } = await buildPageAssets();
    expect([...files.keys()].sort()).toEqual(Object.values(manifest).sort());
    for (const [path, file] of files) {
      const hash = createHash('sha256').update(file.body).digest('hex').slice(0, 16);
      expect(path).toMatch(new RegExp(`^/_page/[a-z]+\\.${hash}\\.[a-z]+$`));
      expect(file.cacheControl).toBe('public, max-age=31536000, immutable');
    }
    expect((await buildPageAssets()).manifest).toEqual(manifest);
  });

  it('weighs at most 80 KB compressed by either encoding, and the shell a few', async () => {
    const { files, manifest } = await buildPageAssets();
    const all = [...files.values()];
    for (const encoding of ['br', 'gzip'] as const) {
      expect(all.reduce((sum, file) => sum + file.encoded[encoding].length, 0)).toBeLessThan(80_000);
    }
    expect(files.get(manifest.shellJs)?.encoded.br.length).toBeLessThan(5_000);
  });

  it('gives the frame a policy that names its one script, and no network', async () => {
    const { files, manifest } = await buildPageAssets();
    const frame = files.get(manifest.frameHtml) as WebAsset;
    const policy = frame.headers?.['content-security-policy'] ?? '';
    const [, script = ''] = /<script>(.*)<\/script>/s.exec(frame.body.toString()) ?? [];
    expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    expect(policy).toContain("connect-src 'none'");
    expect(policy).toContain("form-action 'none'");
    expect(policy).toContain('sandbox allow-scripts');
    expect(policy).not.toContain("script-src 'self'");
  });
});

describe('respondWithAsset', () => {
  it('answers in the best encoding the client takes', async () => {
    const { files, manifest } = await buildPageAssets();
    const asset = files.get(manifest.runtimeJs) as WebAsset;
    const answers = ['gzip, deflate, br', 'gzip', undefined].map(accepted =>
      respondWithAsset(asset, accepted),
    );
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
    const [br, gzip, plain] = answers.map(({ body }) => body) as [Buffer, Buffer, Buffer];
    expect([brotliDecompressSync(br), gunzipSync(gzip), plain].every(body => body.equals(asset.body))).toBe(
      true,
    );
    expect(answers[0]?.headers).toMatchObject({
      vary: 'accept-encoding',
      'content-length': String(br.length),
    });
  });
});
