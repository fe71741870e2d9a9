import { uploadAsset } from '../../core/assets/upload-asset.ts';
import { exportEntries } from '../../core/entries/export-entries.ts';
import { routeKey } from '../../core/kernel/create-registry.ts';
import { registry } from '../../core/registry.ts';
import { OAUTH_ROUTES } from '../oauth/routes.ts';

/** The group whose requests hold a file and so are staged first; its function answers no HTTP (ADR 10). */
const UPLOAD_GROUP = 'assets';

/** Which function answers which route, in the words of API Gateway (`GET /w/{slug}`, `$default`). */
export interface Route {
  readonly routeKey: string;
  readonly function: string;
}

/** Routes of the hosted page, which are for visitors and so no operations of the API. `/` is that of a custom domain. */
const PAGE_ROUTES = ['GET /', 'HEAD /', 'GET /w/{slug}', 'HEAD /w/{slug}', 'POST /w/{slug}/signups'] as const;

/** The endpoint of agents (GET and DELETE, which sessions would need, are 405 as for any path), and what they read first. */
const MCP_ROUTES = ['POST /api/mcp/mcp', 'OPTIONS /api/mcp/mcp', 'GET /llms.txt', 'GET /skill.md'] as const;

/** Where people sign in and out. */
const PEOPLE_ROUTES = [
  'GET /sign-in',
  'POST /sign-in',
  'GET /sign-in/code',
  'POST /sign-in/code',
  'GET /sign-in/link',
  'POST /sign-in/link',
  'POST /sign-out',
] as const;

/** Where Stripe says what became of payments. */
export const BILLING_ROUTES = ['POST /api/v1/billing/stripe-events'] as const;

/**
 * Routes whose answers are files that stream: a REST API has them, and one function of their own (ADR 24). In the words
 * of API Gateway.
 */
export const downloadRouteKeys: readonly string[] = registry
  .filter(({ download }) => download !== undefined)
  .map(routeKey);

/** The path of all uploads. */
export const UPLOAD_PATH = uploadAsset.path;

/** The path of all exports. */
export const EXPORT_PATH = exportEntries.path;

/**
 * Every route of a function that answers HTTP. The stack and the local server are made from it. `$default` takes what no
 * other route does and answers 404 or 405; `account` has it because that function holds the whole registry anyway.
 */
export const routes: readonly Route[] = [
  ...registry.flatMap(operation =>
    operation.group === UPLOAD_GROUP || operation.download
      ? []
      : [{ routeKey: routeKey(operation), function: operation.group }],
  ),
  ...PAGE_ROUTES.map(key => ({ routeKey: key, function: 'pages' })),
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
