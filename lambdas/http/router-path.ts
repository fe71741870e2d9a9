/** API Gateway takes a request line of 10 KB; the router's own limit for one parameter would be 100 characters. */
export const ROUTER_OPTIONS = { maxParamLength: 10_240 } as const;

/**
 * A route's path in the words of the router find-my-way: `{id}` is `:id`, and as at API Gateway never empty, so that
 * `/waitlists/` is not `/waitlists/{id}`.
 */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1(^[\\s\\S]+$)');
