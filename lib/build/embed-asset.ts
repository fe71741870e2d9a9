import { join } from 'node:path';
import { build } from 'esbuild';
import type { SiteFile } from './site-file.ts';

const SOURCE = join(import.meta.dirname, '../../web/embed/embed.ts');

/** Builds the script of `<anteroom-waitlist>`. */
export async function buildEmbed(): Promise<SiteFile> {
  const { outputFiles } = await build({
    entryPoints: [SOURCE],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: ['es2022', 'chrome100', 'firefox100', 'safari15.4'],
    legalComments: 'none',
    charset: 'utf8',
  });
  const [file] = outputFiles;
  if (!file) throw new Error('esbuild returned no output for the embed');
  return {
    body: Buffer.from(file.text.trimEnd()),
    contentType: 'text/javascript; charset=utf-8',
    // Browsers ask again after five minutes, and get a 304 if nothing changed.
    cacheControl: 'public, max-age=300',
    headers: {
      'access-control-allow-origin': '*',
      // For pages with `Cross-Origin-Embedder-Policy`.
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    },
  };
}
