import { uploadAsset } from '../../core/assets/upload-asset.ts';
import { downloadExport } from '../../core/entries/download-export.ts';
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
  'GET /w/{slug}',
  'POST /w/{slug}/signups',
  'OPTIONS /w/{slug}/signups',
  'POST /w/{slug}/visits',
  'GET /w/{slug}/embed.json',
  'POST /w/{slug}/status-links',
  'GET /s/{token}',
  'POST /s/{token}/answers',
  'OPTIONS /s/{token}/answers',
  'GET /c/{token}',
  'POST /c/{token}',
] as const;

/** The social card of a page. Drawing takes fonts and seconds, so it has a function of its own. */
const CARD_ROUTES = ['GET /w/{slug}/cards/{file}'] as const;

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
  'POST /u/{token}',
] as const;

/** Stripe's webhook. */
export const BILLING_ROUTES = ['POST /api/v1/billing/stripe-events'] as const;

/** GET routes answer HEAD as well. */
const withHead = (routeKeys: readonly string[]): string[] =>
  routeKeys.flatMap(key => (key.startsWith('GET ') ? [key, key.replace('GET', 'HEAD')] : key));

/** Routes that stream files. They belong to a REST API and a separate function (ADR 24). */
export const downloadRouteKeys: readonly string[] = withHead(
  registry.filter(({ download }) => download !== undefined).map(routeKey),
);

export const UPLOAD_PATH = uploadAsset.path;

export const EXPORT_PATH = downloadExport.path;

const routesOf = (functionName: string, routeKeys: readonly string[]): Route[] =>
  withHead(routeKeys).map(key => ({ routeKey: key, function: functionName }));

/**
 * All routes, for the stack and the local server. `$default` catches the rest and answers 404 or 405; it
 * goes to `account`, which has the whole registry anyway.
 */
export const routes: readonly Route[] = [
  ...registry.flatMap(operation =>
    operation.group === UPLOAD_GROUP || operation.download
      ? []
      : routesOf(operation.group, [routeKey(operation)]),
  ),
  ...routesOf('pages', PAGE_ROUTES),
  ...routesOf('card', CARD_ROUTES),
  ...routesOf('mcp', MCP_ROUTES),
  ...routesOf('people', PEOPLE_ROUTES),
  ...routesOf('oauth', Object.values(OAUTH_ROUTES).flat()),
  ...routesOf('billing', BILLING_ROUTES),
  ...routesOf('account', ['$default']),
];

/** The functions that answer HTTP. */
export const HTTP_FUNCTIONS: readonly string[] = [...new Set(routes.map(route => route.function))];
