/** A response to a {@link Browser}. */
export interface BrowserAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The path and query of a redirect, if it is one. */
  readonly location: string | null;
}

/** The parts of a browser that forms and sessions need: it keeps cookies, and sends the origin of a form. */
export interface Browser {
  readonly cookies: ReadonlyMap<string, string>;
  get(path: string): Promise<BrowserAnswer>;
  post(
    path: string,
    fields: Record<string, string> | URLSearchParams,
    headers?: Record<string, string>,
  ): Promise<BrowserAnswer>;
}

/** A browser with no cookies yet, on the server at `url`. */
export function openBrowser(url: string, headers: Record<string, string> = {}): Browser {
  const cookies = new Map<string, string>();
  async function request(path: string, init: RequestInit): Promise<BrowserAnswer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url + path, {
      ...init,
      redirect: 'manual',
      headers: { ...headers, ...(cookie && { cookie }), ...(init.headers as Record<string, string>) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? null : location.replace(url, ''),
    };
  }
  return {
    cookies,
    get: path => request(path, {}),
    post: (path, fields, more = {}) =>
      request(path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { origin: new URL(url).origin, ...more },
      }),
  };
}
