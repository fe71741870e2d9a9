import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { SERVICE_NAME } from '../../core/kernel/identity.ts';
import type { SiteFile } from './site-file.ts';

const require = createRequire(import.meta.url);
const swagger = (name: string): Promise<Buffer> => readFile(require.resolve(`swagger-ui-dist/${name}`));

/** swagger-ui sets inline styles. Scripts are ours only, and it connects only to this host. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${SERVICE_NAME} API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/swagger-ui-bundle.js" defer></script>
<script src="/docs/docs.js" defer></script>
</head>
<body><main id="docs"><noscript>The API reference needs JavaScript; the description itself is at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</noscript></main></body>
</html>
`;

const STYLE = `body{margin:0;background:#fff}
.swagger-ui .topbar,.swagger-ui .info hgroup.main a{display:none}
.swagger-ui .wrapper{max-width:1080px}
`;

const SCRIPT = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  docExpansion: 'list',
  persistAuthorization: false,
  // Do not send our OpenAPI description to the public validator.
  validatorUrl: null,
});
`;

/** The page `/docs`, which renders the OpenAPI description with swagger-ui from our own files. */
export async function buildDocsAssets(): Promise<Map<string, SiteFile>> {
  // The names carry no hash, so browsers revalidate after an hour.
  const cacheControl = 'public, max-age=3600';
  const file = (body: Buffer | string, contentType: string): SiteFile => ({
    body: Buffer.from(body),
    contentType,
    cacheControl,
  });
  return new Map([
    [
      '/docs',
      {
        ...file(PAGE, 'text/html; charset=utf-8'),
        cacheControl: 'no-cache',
        headers: { 'content-security-policy': CONTENT_SECURITY_POLICY, 'referrer-policy': 'no-referrer' },
      },
    ],
    ['/docs/swagger-ui.css', file(await swagger('swagger-ui.css'), 'text/css; charset=utf-8')],
    [
      '/docs/swagger-ui-bundle.js',
      file(await swagger('swagger-ui-bundle.js'), 'text/javascript; charset=utf-8'),
    ],
    ['/docs/docs.css', file(STYLE, 'text/css; charset=utf-8')],
    ['/docs/docs.js', file(SCRIPT, 'text/javascript; charset=utf-8')],
  ]);
}
