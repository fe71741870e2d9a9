/** API Gateway allows request lines of 10 KB; the router's default limit is 100 characters per parameter. */
export const ROUTER_OPTIONS = { maxParamLength: 10_240 } as const;

/**
 * A path for the find-my-way router: `{id}` becomes `:id`. As in API Gateway, parameters are never empty,
 * so `/waitlists/` does not match `/waitlists/{id}`.
 */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1(^[\\s\\S]+$)');
