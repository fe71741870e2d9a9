import { join } from 'node:path';
import { build } from 'esbuild';
import type { SiteFile } from './site-file.ts';

/** Stands for the base URL, which is not known when the script is built. */
export const BASE_URL_MARK = '__ANTEROOM_BASE_URL__';

const SOURCE = join(import.meta.dirname, '../../web/embed/embed.ts');

/** Builds the script of `<anteroom-waitlist>`. */
export async function buildEmbed(): Promise<SiteFile> {
  const { outputFiles } = await build({
    entryPoints: [SOURCE],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    define: { BASE_URL: JSON.stringify(BASE_URL_MARK) },
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

/** Writes the base URL into the files that need it. */
export const writeBaseUrl = (files: ReadonlyMap<string, SiteFile>, baseUrl: string): Map<string, SiteFile> =>
  new Map(
    [...files].map(([path, file]) =>
      file.body.includes(BASE_URL_MARK)
        ? [path, { ...file, body: Buffer.from(file.body.toString().replaceAll(BASE_URL_MARK, baseUrl)) }]
        : [path, file],
    ),
  );
