import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { fontFaces } from '../../core/markup/font.ts';
import { renderDocument } from '../../core/markup/html-document.ts';
import type { PageAssets } from '../../core/pages/page-assets.ts';
import { designCss } from './design-css.ts';
import { buildPageFont } from './page-font.ts';
import type { SiteFile } from './site-file.ts';

const source = join(import.meta.dirname, '../../web');
const immutable = 'public, max-age=31536000, immutable';

/**
 * Builds the files of the hosted page and the landing page in memory, under URLs that contain a hash of their content.
 *
 * @returns the files by URL path, and the manifest that `renderPage` takes
 */
export async function buildPageAssets(): Promise<{
  files: Map<string, SiteFile>;
  manifest: PageAssets;
}> {
  const files = new Map<string, SiteFile>();
  const add = (name: string, extension: string, body: Buffer, headers?: Record<string, string>) => {
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
    const path = `/_page/${name}.${hash}.${extension}`;
    const contentType = contentTypes[extension] ?? 'application/octet-stream';
    files.set(path, {
      body,
      contentType,
      cacheControl: immutable,
      headers: { 'x-content-type-options': 'nosniff', ...headers },
    });
    return path;
  };
  // The frame has an opaque origin, so it needs CORS to load the rarer parts itself.
  const addFont = (name: string, body: Buffer) =>
    add(name, 'woff2', body, { 'access-control-allow-origin': '*' });
  const [shell, place, css, placeCss, questionsCss, frame, runtime, icon, homeCss, homeJs, homeCard] =
    await Promise.all([
      bundle('page/shell.ts', 'esm'),
      bundle('page/place-page.ts', 'esm'),
      bundle('page/shell.css', 'esm'),
      bundle('page/place.css', 'esm'),
      bundle('page/questions.css', 'esm'),
      bundle('page/frame.ts', 'iife'),
      bundle('page/runtime.ts', 'iife'),
      readFile(join(source, 'page/icon.svg')),
      bundle('home/home.css', 'esm'),
      bundle('home/home.ts', 'esm'),
      readFile(join(source, 'home/card.png')),
    ]);
  const policy = framePolicy(frame);
  await buildPageFont(addFont);
  const html = renderDocument({
    title: 'Waitlist',
    head: [
      `<meta http-equiv="content-security-policy" content="${policy}">`,
      `<style>${fontFaces('latin', 'extended', 'arabic')}body{margin:0}</style>`,
    ],
    body: '<script>__bootstrap__</script>',
  })
    .replaceAll('\n', '')
    .replace('__bootstrap__', () => frame.toString('utf8'));
  const manifest = {
    shellJs: add('shell', 'js', shell),
    placeJs: add('place', 'js', place),
    css: add('shell', 'css', css),
    placeCss: add('place', 'css', placeCss),
    questionsCss: add('questions', 'css', questionsCss),
    frameHtml: add('frame', 'html', Buffer.from(html), {
      // Sandboxed by the header as well, in case somebody opens the frame's URL directly. Any site may frame it: it is empty,
      // and the sites that frame a page are ancestors of its frame too.
      'content-security-policy': `${policy}; sandbox allow-scripts`,
      'referrer-policy': 'no-referrer',
      'x-dns-prefetch-control': 'off',
    }),
    runtimeJs: add('runtime', 'js', runtime),
    icon: add('icon', 'svg', icon),
    homeCss: add('home', 'css', homeCss),
    homeJs: add('home', 'js', homeJs),
    homeCard: add('card', 'png', homeCard),
  };
  return { files, manifest };
}

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
};

/**
 * What page code may do (contract section 5): run, use styles, images, and fonts, and nothing else. The runtime and the
 * page code arrive as text and are evaluated, so `'unsafe-eval'` is needed; the only inline script allowed is the
 * bootstrap.
 */
function framePolicy(bootstrap: Buffer): string {
  const hash = createHash('sha256').update(bootstrap).digest('base64');
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}' 'unsafe-eval'`,
    "style-src 'unsafe-inline'",
    "img-src 'self' https: data: blob:",
    "font-src 'self' https: data:",
    "connect-src 'none'",
    "frame-src 'none'",
    "worker-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** @param entry - below `web/` */
export async function bundle(entry: string, format: 'esm' | 'iife'): Promise<Buffer> {
  const result = await build({
    entryPoints: [join(source, entry)],
    bundle: true,
    write: false,
    minify: true,
    format,
    target: ['es2022', 'chrome100', 'firefox100', 'safari15.4'],
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    charset: 'utf8',
    plugins: [designCss],
  });
  const [file] = result.outputFiles;
  if (!file) throw new Error(`esbuild returned no output for ${entry}`);
  // No trailing newline, so that the hash matches the element's text.
  return Buffer.from(file.text.trimEnd());
}
