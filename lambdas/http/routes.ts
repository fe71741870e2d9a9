import { uploadAsset } from '../../core/assets/upload-asset.ts';
import { exportEntries } from '../../core/entries/export-entries.ts';
import { routeKey } from '../../core/kernel/create-registry.ts';
import { registry } from '../../core/registry.ts';
import { OAUTH_ROUTES } from '../oauth/routes.ts';

/**
 * The group whose requests contain a file and are staged first; its function does not answer HTTP (ADR 10).
 */
const UPLOAD_GROUP = 'assets';

/** A route in API Gateway's format (`GET /w/{slug}`, `$default`), and its function. */
export interface Route {
  readonly routeKey: string;
  readonly function: string;
}

/**
 * Routes of the landing page and the hosted page. They are for visitors, so they are not operations. `/` of a custom domain
 * is its page.
 */
const PAGE_ROUTES = [
  'GET /',
  'HEAD /',
  'GET /w/{slug}',
  'HEAD /w/{slug}',
  'POST /w/{slug}/signups',
  'OPTIONS /w/{slug}/signups',
  'GET /w/{slug}/embed.json',
  'HEAD /w/{slug}/embed.json',
  'POST /w/{slug}/status-links',
  'GET /s/{token}',
  'HEAD /s/{token}',
  'GET /c/{token}',
  'HEAD /c/{token}',
  'POST /c/{token}',
] as const;

/** The social card of a page. Drawing takes fonts and seconds, so it has a function of its own. */
const CARD_ROUTES = ['GET /w/{slug}/cards/{file}', 'HEAD /w/{slug}/cards/{file}'] as const;

/** The agents' endpoint (GET and DELETE are 405, since there are no sessions), and what agents read first. */
const MCP_ROUTES = ['POST /api/mcp/mcp', 'OPTIONS /api/mcp/mcp', 'GET /llms.txt', 'GET /skill.md'] as const;

/** Signing in and out, and the link in emails that stops them. */
const PEOPLE_ROUTES = [
  'GET /sign-in',
  'POST /sign-in',
  'GET /sign-in/code',
  'POST /sign-in/code',
  'GET /sign-in/link',
  'POST /sign-in/link',
  'POST /sign-out',
  'GET /u/{token}',
  'HEAD /u/{token}',
  'POST /u/{token}',
] as const;

/** Stripe's webhook. */
export const BILLING_ROUTES = ['POST /api/v1/billing/stripe-events'] as const;

/** Routes that stream files. They belong to a REST API and a separate function (ADR 24). */
export const downloadRouteKeys: readonly string[] = registry
  .filter(({ download }) => download !== undefined)
  .map(routeKey);

export const UPLOAD_PATH = uploadAsset.path;

export const EXPORT_PATH = exportEntries.path;

/**
 * All routes, for the stack and the local server. `$default` catches the rest and answers 404 or 405; it
 * goes to `account`, which has the whole registry anyway.
 */
export const routes: readonly Route[] = [
  ...registry.flatMap(operation =>
    operation.group === UPLOAD_GROUP || operation.download
      ? []
      : [{ routeKey: routeKey(operation), function: operation.group }],
  ),
  ...PAGE_ROUTES.map(key => ({ routeKey: key, function: 'pages' })),
  ...CARD_ROUTES.map(key => ({ routeKey: key, function: 'card' })),
  ...MCP_ROUTES.map(key => ({ routeKey: key, function: 'mcp' })),
  ...PEOPLE_ROUTES.map(key => ({ routeKey: key, function: 'people' })),
  ...Object.values(OAUTH_ROUTES)
    .flat()
    .map(key => ({ routeKey: key, function: 'oauth' })),
  ...BILLING_ROUTES.map(key => ({ routeKey: key, function: 'billing' })),
  { routeKey: '$default', function: 'account' },
];

/** The functions that answer HTTP. */
export const HTTP_FUNCTIONS: readonly string[] = [...new Set(routes.map(route => route.function))];
