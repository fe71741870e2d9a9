import { routeKey } from '../core/create-registry.ts';
import { GROUPS } from '../core/operation.ts';
import { registry } from '../core/registry.ts';

/** Functions that answer HTTP: one for each endpoint group of the API, and the hosted pages. */
export const HTTP_FUNCTIONS = [...GROUPS, 'pages'] as const;
export type HttpFunction = (typeof HTTP_FUNCTIONS)[number];

/** Which function answers which route, in the words of API Gateway (`GET /w/{slug}`, `$default`). */
export interface Route {
  readonly routeKey: string;
  readonly function: HttpFunction;
}

/** Routes of the hosted page, which are for visitors and so no operations of the API. */
const PAGE_ROUTES = ['GET /w/{slug}', 'HEAD /w/{slug}', 'POST /w/{slug}/signups'] as const;

/**
 * Every route of the service. The stack and the local server are made from it. `$default` takes what no other route
 * does and answers 404 or 405; `account` has it because that function holds the whole registry anyway.
 */
export const routes: readonly Route[] = [
  ...registry.map(operation => ({ routeKey: routeKey(operation), function: operation.group })),
  ...PAGE_ROUTES.map(key => ({ routeKey: key, function: 'pages' as const })),
  { routeKey: '$default', function: 'account' },
];

/** API Gateway takes a request line of 10 KB; the router's own limit for one parameter would be 100 characters. */
export const ROUTER_OPTIONS = { maxParamLength: 10_240 } as const;

/**
 * A route's path in the words of the router find-my-way: `{id}` is `:id`, and as at API Gateway never empty, so that
 * `/waitlists/` is not `/waitlists/{id}`.
 */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1(^[\\s\\S]+$)');
