import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { buildEmbed } from '../../../lib/build/embed-asset.ts';
import { verifies } from '../../support/verifies.ts';

it(`embed.js has at most 12,000 bytes gzipped${verifies('own-site.embed-size')}`, async () => {
  const { body } = await buildEmbed();
  expect(gzipSync(body).length).toBeLessThanOrEqual(12_000);
});

it(`embed.js is a classic script that any page may load, and revalidates${verifies('own-site.embed')}`, async () => {
  const { body, cacheControl, headers } = await buildEmbed();
  expect(() => new Function(body.toString())).not.toThrow();
  expect(cacheControl).not.toContain('immutable');
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
});
