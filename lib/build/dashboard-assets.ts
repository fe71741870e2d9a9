import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { build, type OutputFile } from 'esbuild';
import { SERVICE_NAME } from '../../core/kernel/identity.ts';
import { jsonForScript } from '../../core/markup/escape.ts';
import { moduleScript, renderDocument, renderSitePage } from '../../core/markup/html-document.ts';
import type { PageAssets } from '../../core/pages/page-assets.ts';
import { registry } from '../../core/registry.ts';
import { designCss } from './design-css.ts';
import type { SiteFile } from './site-file.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCE = 'web/dashboard/main.tsx';
const EMAIL_FRAME = 'web/dashboard/templates/email-frame.ts';

/** The path of the dashboard's one HTML document, which every path below it also returns. */
export const DASHBOARD_PATH = '/dashboard';
/** The path of its scripts and styles. */
export const DASHBOARD_FILES = '/_dashboard/';

/** Browsers that support everything the styles use. */
const TARGET = ['es2022', 'chrome111', 'firefox113', 'safari16.4'];

const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Scripts and styles come only from our own files, never inline (ADR 21). The only frame is the sandbox of the page
 * preview. Images may come from anywhere over https, because page code and social cards show them.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const DOCUMENT_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  // Signing out is a form post, and the server checks its origin.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** The dashboard's files: those that it loads up front, and those on demand. */
export interface DashboardAssets {
  /** By URL path: the document, and its scripts and styles under hashed names. */
  readonly files: ReadonlyMap<string, SiteFile>;
  /** Paths of the scripts that every first load fetches. */
  readonly firstScripts: readonly string[];
}

/** Emails contain untrusted markup: allow their styles and images, but no script except ours (ADR 21). */
async function buildEmailFrame(): Promise<readonly [path: string, file: SiteFile]> {
  const { outputFiles } = await build({
    entryPoints: [EMAIL_FRAME],
    absWorkingDir: ROOT,
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: TARGET,
    charset: 'utf8',
  });
  const script = outputFiles[0]?.text.trimEnd();
  if (!script) throw new Error('esbuild returned no output for the email frame');
  const sha256 = (text: string, encoding: 'base64' | 'hex') =>
    createHash('sha256').update(text).digest(encoding);
  const body = renderDocument({ title: 'Email', head: [], body: `<script>${script}</script>` });
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${sha256(script, 'base64')}'`,
    "style-src 'unsafe-inline'",
    "img-src 'self' https: data:",
    'font-src https: data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ];
  return [
    `${DASHBOARD_FILES}email-frame.${sha256(body, 'hex').slice(0, 8)}.html`,
    {
      body: Buffer.from(body),
      contentType: 'text/html; charset=utf-8',
      cacheControl: IMMUTABLE,
      headers: {
        'content-security-policy': policy.join('; '),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      },
    },
  ];
}

const pathOf = (file: OutputFile | string): string =>
  `${DASHBOARD_FILES}${basename(typeof file === 'string' ? file : file.path)}`;

/**
 * Builds the dashboard in memory with esbuild, with code splitting.
 * @param page - the files of the hosted page; the preview uses its frame and runtime
 */
export async function buildDashboardAssets(page: PageAssets): Promise<DashboardAssets> {
  const { outputFiles, metafile } = await build({
    entryPoints: [SOURCE],
    absWorkingDir: ROOT,
    outdir: 'dashboard',
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    plugins: [designCss],
    target: TARGET,
    entryNames: '[name].[hash]',
    chunkNames: '[name].[hash]',
    define: {
      'process.env.NODE_ENV': '"production"',
      // For the API client (`web/dashboard/api/client.ts`).
      OPERATIONS: JSON.stringify(
        Object.fromEntries(registry.map(({ name, method, path }) => [name, [method, path]])),
      ),
    },
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'silent',
  });
  const files = new Map<string, SiteFile>();
  for (const file of outputFiles) {
    const contentType = CONTENT_TYPES[file.path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    const headers = { 'x-content-type-options': 'nosniff' };
    files.set(pathOf(file), {
      body: Buffer.from(file.contents),
      contentType,
      cacheControl: IMMUTABLE,
      headers,
    });
  }
  const outputs = Object.entries(metafile.outputs);
  const [entry, main] = outputs.find(([, { entryPoint }]) => entryPoint === SOURCE) ?? [];
  if (!entry || !main?.cssBundle) throw new Error('esbuild returned no output for the dashboard');
  const first = new Set([entry]);
  for (const output of first) {
    for (const { path, kind } of metafile.outputs[output]?.imports ?? [])
      if (kind === 'import-statement') first.add(path);
  }
  const firstScripts = [...first].map(pathOf);
  const [emailFrame, frameFile] = await buildEmailFrame();
  files.set(emailFrame, frameFile);
  files.set(DASHBOARD_PATH, {
    body: Buffer.from(renderDashboard({ page, emailFrame, firstScripts, style: pathOf(main.cssBundle) })),
    contentType: 'text/html; charset=utf-8',
    cacheControl: 'no-cache',
    headers: DOCUMENT_HEADERS,
  });
  return { files, firstScripts };
}

/** The one HTML document. Build-time values are in a data block, so the content security policy needs no exception. */
function renderDashboard(document: {
  readonly page: PageAssets;
  readonly emailFrame: string;
  readonly firstScripts: readonly string[];
  readonly style: string;
}): string {
  const [script = '', ...shared] = document.firstScripts;
  // Where the shell will be (`web/dashboard/app/shell.tsx`), so that something shows while the scripts load.
  const brand = `<span class="brand"><img src="${document.page.icon}" width="26" height="26" alt="">${SERVICE_NAME}</span>`;
  return renderSitePage({
    title: SERVICE_NAME,
    isPrivate: true,
    icon: document.page.icon,
    styles: [document.style],
    head: [moduleScript(script), ...shared.map(path => `<link rel="modulepreload" href="${path}">`)],
    body: `<div id="dashboard"><div class="shell"><div class="topbar">${brand}</div><div class="side"><div class="side-brand">${brand}</div></div></div></div>
<noscript>The dashboard needs JavaScript. Everything it does can be done with the API as well: <a href="/docs">its documentation</a>.</noscript>
<script type="application/json" id="dashboard-data">${jsonForScript({ page: document.page, emailFrame: document.emailFrame })}</script>`,
  });
}
