import { OPERATIONS, type Operations } from './generated/operations.ts';
import { listAll } from './list-all.ts';
import { type Access, toRequest } from './request.ts';
import { type Sending, send } from './send.ts';
import type { RequestOptions } from './types.ts';
import { verify } from './webhooks.ts';

export interface AnteroomOptions {
  /** `ar_live_…`. Keep it on your server. Without one, only `public` and what describes the API can be called. */
  readonly apiKey?: string | undefined;
  /** Where Anteroom runs: `https://anteroom.example`. */
  readonly baseUrl: string;
  /** How long one try may take, in milliseconds. Default: 30,000. */
  readonly timeout?: number;
  /** How often a call is tried again. Default: 3. */
  readonly maxRetries?: number;
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** The API: a method for each operation. They reject with an `AnteroomError`. */
export type Anteroom = Operations & {
  readonly webhooks: { readonly verify: typeof verify };
};

function readAccess({ apiKey, baseUrl }: AnteroomOptions): Access {
  if (!URL.canParse(baseUrl) || !/^https?:/i.test(baseUrl))
    throw new TypeError(`baseUrl must be an http or https URL, not ${JSON.stringify(baseUrl)}`);
  // The error of `Headers` would quote it.
  if (apiKey !== undefined && !/^[!-~]+$/.test(apiKey))
    throw new TypeError('apiKey is empty, or has characters that no key has');
  return { apiKey, baseUrl: baseUrl.replace(/\/+$/, '') };
}

type Method = (...args: unknown[]) => unknown;

/** The methods of a route: itself, and of a list also the one that reads all of it. */
function methodsOf(verb: string, route: string, access: Access, sending: Sending): [string, Method][] {
  const [, path = '', items, limit] = route.split(' ');
  const count = path.split('{').length - 1;

  const call = (parameters: readonly unknown[], input: object = {}, options: RequestOptions = {}) =>
    send(toRequest(access, route, parameters, input, options.headers), sending, options);
  const split = (args: readonly unknown[]) =>
    [args.slice(0, count), args[count] as object, args[count + 1] as RequestOptions] as const;

  // Async, so that a wrong argument rejects like anything else.
  const methods: [string, Method][] = [[verb, async (...args) => call(...split(args))]];
  if (items !== undefined)
    methods.push([
      'all',
      (...args) => {
        const [parameters, filters, options] = split(args);
        return listAll(items, place => call(parameters, { limit, ...filters, ...place }, options));
      },
    ]);
  return methods;
}

class Client {
  constructor(options: AnteroomOptions) {
    const access = readAccess(options);
    const { timeout = 30_000, maxRetries = 3 } = options;
    // Browsers want it to be called as a function of the window.
    const sending = {
      timeout,
      maxRetries,
      fetch: options.fetch ?? ((...args) => fetch(...args)),
    } satisfies Sending;
    for (const [noun, routes] of Object.entries(OPERATIONS)) {
      const methods = Object.entries(routes).flatMap(([verb, route]) =>
        methodsOf(verb, route, access, sending),
      );
      Object.assign(this, { [noun]: Object.fromEntries(methods) });
    }
    Object.assign((this as unknown as Anteroom).webhooks, { verify });
  }
}

/** The methods come from the description of the API (`generated/operations.ts`), which a class cannot say in its own types. */
export const Anteroom = Client as unknown as new (options: AnteroomOptions) => Anteroom;
