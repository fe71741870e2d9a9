/** The members of a request that stay the same when it is repeated. */
export interface ApiRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string | FormData;
}

export interface Access {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
}

/** A key for one POST. `crypto.randomUUID` is missing on pages without TLS. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');

/** Members as a query. An object is a parameter for each of its members: `answers[team]`. */
export const toQuery = (members: object): URLSearchParams =>
  new URLSearchParams(
    Object.entries(members)
      .filter(([, value]) => value !== undefined)
      .flatMap(([name, value]): [string, string][] =>
        typeof value === 'object' && value !== null
          ? Object.entries(value).map(([inner, each]) => [`${name}[${inner}]`, String(each)])
          : [[name, String(value)]],
      ),
  );

/** A segment of a path. An empty one, or `..`, would call another operation. */
function segment(value: unknown, parameter: string): string {
  if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
  throw new TypeError(`${parameter} must be an id or a slug, not ${JSON.stringify(value)}`);
}

function toForm(input: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    // Bun gives a blob no file name, without which it is no file.
    if (value instanceof Blob) form.set(name, value, 'name' in value ? String(value.name) : name);
    else form.set(name, String(value));
  }
  return form;
}

/**
 * @param route - `POST /api/v1/waitlists/{id}/entries`; what follows the path does not matter
 * @param parameters - those of its path, in order
 * @param input - what goes into the query or the body
 */
export function toRequest(
  { baseUrl, apiKey }: Access,
  route: string,
  parameters: readonly unknown[],
  input: object,
  added: Readonly<Record<string, string>> = {},
): ApiRequest {
  const [method = '', path = ''] = route.split(' ');
  const values = parameters.values();
  const url = baseUrl + path.replace(/\{(\w+)\}/g, (_, name: string) => segment(values.next().value, name));
  const headers = new Headers({ accept: 'application/json' });
  if (apiKey !== undefined) headers.set('authorization', `Bearer ${apiKey}`);
  // What visitors send has no key, and takes no Idempotency-Key.
  if (method === 'POST' && path.startsWith('/api/')) headers.set('idempotency-key', newIdempotencyKey());

  const hasBody = method !== 'GET' && method !== 'DELETE';
  const isForm = hasBody && Object.values(input).some(value => value instanceof Blob);
  if (hasBody && !isForm) headers.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  if (isForm) return { url, method, headers, body: toForm(input) };
  if (hasBody) return { url, method, headers, body: JSON.stringify(input) };
  const query = toQuery(input).toString();
  return { url: query === '' ? url : `${url}?${query}`, method, headers };
}
