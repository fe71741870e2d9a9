import { join } from 'node:path';
import { build } from 'esbuild';
import type { SiteFile } from './site-file.ts';

const SOURCE = join(import.meta.dirname, '../../web/turnstile-stand-in/api.ts');

/** Builds the stand-in for Turnstile's script, used by the local run and tests; never deployed. */
export async function buildTurnstileStandIn(): Promise<SiteFile> {
  const { outputFiles } = await build({
    entryPoints: [SOURCE],
    bundle: true,
    write: false,
    format: 'iife',
    target: ['es2022', 'chrome100', 'firefox100', 'safari15.4'],
    charset: 'utf8',
  });
  const [file] = outputFiles;
  if (!file) throw new Error('esbuild returned no output for the Turnstile stand-in');
  return {
    body: Buffer.from(file.contents),
    contentType: 'text/javascript; charset=utf-8',
    // Like Cloudflare's: browsers revalidate after five minutes.
    cacheControl: 'public, max-age=300',
  };
}
