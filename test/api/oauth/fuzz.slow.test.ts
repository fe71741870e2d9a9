import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { OAUTH_PATHS } from '../../../core/oauth/addresses.ts';
import { OAUTH_ROUTES } from '../../../lambdas/oauth/routes.ts';
import type { Browser } from '../../support/browser.ts';
import { anyValue, hostileValues } from '../../support/hostile-values.ts';
import { createPkce, openOAuth, REDIRECT } from '../../support/oauth.ts';
import { shareSession } from '../../support/session.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Bytes that a URL or a form can hold, and careless decoders cannot. */
const MALFORMED = [
  '%',
  '%zz',
  '%ff',
  '%ed%a0%80',
  '%00',
  '%c0%80',
  '&&=&=',
  'a=%00&a=%00',
  '[]=1&__proto__=1',
];
const FORM = 'application/x-www-form-urlencoded';
const NUL_CLIENT = `Basic ${Buffer.from('a%00b:c\0d').toString('base64')}`;
const AUTHORIZATIONS = [
  'Basic',
  'Basic %',
  'Basic !!!',
  `Basic ${Buffer.from('no-colon').toString('base64')}`,
  `Basic ${Buffer.from('%zz:%').toString('base64')}`,
  `Basic ${Buffer.from([0xff, 0x3a, 0x80]).toString('base64')}`,
  NUL_CLIENT,
  'Bearer ',
  'Bearer a b',
  'Digest x',
  `Basic ${'A'.repeat(5_000)}`,
  'Basic \u00ff\u00fe',
];

describe('the sign-in and OAuth endpoints never answer 500', () => {
  const session = shareSession({ environment: { TRUST_PROXY: 'true' } });
  let oauth: ReturnType<typeof openOAuth>;
  let person: Browser;
  let clientId: string;
  let networks = 0;

  beforeAll(async () => {
    oauth = openOAuth(session);
    person = await oauth.person();
    clientId = (await oauth.register()).body.client_id;
  });

  /** A new network each time, to stay under the rate limits. */
  const network = () => {
    networks++;
    return { 'x-forwarded-for': `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}` };
  };

  async function send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { origin: session.url, ...network(), ...(init.headers as Record<string, string>) };
    const answer = await fetch(session.url + path, { ...init, method, headers, redirect: 'manual' });
    expect(answer.status >= 500 && { method, path, ...init }).toBe(false);
    return answer;
  }

  const text = (value: unknown): string =>
    typeof value === 'string' ? value : String(JSON.stringify(value) ?? '');

  /** Each value as text; a list repeats the parameter. */
  const encode = (fields: Fields): string =>
    new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((each): [string, string] => [name, text(each)]),
      ),
    ).toString();

  const authorization = (): Fields => ({
    ...oauth.standard(clientId, createPkce()),
    scope: 'account:read',
    prompt: 'consent',
    resource: `${session.url}/api/mcp/mcp`,
    response_mode: 'query',
    request: undefined,
    request_uri: undefined,
    nonce: 'n',
    max_age: '1',
    claims: '{}',
    registration: '{}',
    authorization_details: '[]',
  });
  const noUid = '/00000000000000000000000000000000000000000';

  /** What each endpoint reads, with values as good as can be without a person. */
  const ENDPOINTS: readonly (readonly [string, string, () => Fields])[] = [
    ['GET', OAUTH_PATHS.authorize, authorization],
    ['GET', `${OAUTH_PATHS.authorize}${noUid}`, authorization],
    ['GET', `${OAUTH_PATHS.consent}${noUid}`, () => ({ x: 1 })],
    [
      'POST',
      `${OAUTH_PATHS.consent}${noUid}`,
      () => ({ account: 'x', answer: 'allow', scope: 'account:read' }),
    ],
    [
      'POST',
      OAUTH_PATHS.token,
      () => ({
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: 's',
        code: 'c'.repeat(43),
        redirect_uri: REDIRECT,
        code_verifier: 'v'.repeat(43),
        resource: `${session.url}/api/mcp/mcp`,
        scope: 'account:read',
      }),
    ],
    [
      'POST',
      OAUTH_PATHS.token,
      () => ({
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: 'r',
        scope: '',
        resource: '',
      }),
    ],
    [
      'POST',
      OAUTH_PATHS.revoke,
      () => ({ token: 't', token_type_hint: 'access_token', client_id: clientId, client_secret: 's' }),
    ],
    ['GET', '/sign-in', () => ({ return_to: '/dashboard' })],
    ['POST', '/sign-in', () => ({ email: 'fuzz@example.com', return_to: '/dashboard' })],
    ['GET', '/sign-in/code', () => ({ x: 1 })],
    ['POST', '/sign-in/code', () => ({ code: '000000' })],
    ['GET', '/sign-in/link', () => ({ token: 'a'.repeat(43) })],
    ['POST', '/sign-in/link', () => ({ token: 'a'.repeat(43) })],
    ['POST', '/sign-out', () => ({ everywhere: 'true' })],
    ...[...OAUTH_ROUTES.documents, ...OAUTH_ROUTES.preflights].map(route => {
      const [method = '', path = ''] = route.split(' ');
      return [method, path, () => ({ x: 1 })] as const;
    }),
  ];

  const shoot = async (
    method: string,
    path: string,
    encoded: string,
    headers: Record<string, string> = {},
  ) => {
    const asForm = { body: encoded, headers: { 'content-type': FORM, ...headers } };
    return method === 'POST' ? send(method, path, asForm) : send(method, `${path}?${encoded}`, { headers });
  };

  const named = ENDPOINTS.map(
    ([method, path, base], index) => [`${index} ${method} ${path}`, method, path, base] as const,
  );

  it.each(named)('to any parameters: %s', async (_name, method, path, base) => {
    for (const name of Object.keys(base())) {
      for (const value of hostileValues) {
        if (text(value).length > 4_000 && method === 'GET') continue;
        await shoot(method, path, encode({ ...base(), [name]: value }));
      }
      await shoot(method, path, encode({ ...base(), [name]: ['a', 'b', '\0'] }));
      await shoot(method, path, encode({ ...base(), [`${name}[]`]: 'a', [`${name}[x]`]: 'b' }));
      for (const raw of MALFORMED) await shoot(method, path, `${encode(base())}&${name}=${raw}`);
    }
    const fields = fc.record(Object.fromEntries(Object.keys(base()).map(name => [name, anyValue])), {
      requiredKeys: [],
    });
    await fc.assert(
      fc.asyncProperty(fields, async sent => {
        await shoot(method, path, encode({ ...base(), ...sent }));
      }),
      { numRuns: 30 },
    );
  });

  it.each(named)('to any headers and bodies: %s', async (_name, method, path, base) => {
    for (const authorization of AUTHORIZATIONS) await shoot(method, path, encode(base()), { authorization });
    const pending = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const cookies = [
      '\u00ff',
      'anteroom',
      'anteroom=%00',
      `anteroom=${'a'.repeat(43)}; anteroom=${'b'.repeat(43)}`,
      'anteroom-sign-in=!!!',
      `anteroom-sign-in=${pending(null)}`,
      ...hostileValues
        .filter(value => text(value).length < 4_000)
        .flatMap(value =>
          ['attemptId', 'browserSecret', 'email', 'returnTo'].map(
            name =>
              `anteroom-sign-in=${pending({ attemptId: '123e4567-e89b-42d3-a456-426614174000', browserSecret: 'x', email: 'a@b.co', returnTo: '/', [name]: value })}`,
          ),
        ),
      'anteroom-consent=%00; anteroom-resume=%00',
      'anteroom-resume=\u00ff; anteroom-resume=%zz',
    ];
    for (const cookie of cookies) await shoot(method, path, encode(base()), { cookie });
    for (const [name, value] of [
      ['user-agent', '\u00ff\u0080'],
      ['accept', '*/*;q=x'],
      ['origin', 'null'],
      ['origin', 'not a url'],
      ['x-forwarded-host', 'evil.example\u00ff'],
      ['x-forwarded-proto', '://'],
    ] as const) {
      await shoot(method, path, encode(base()), { [name]: value });
    }
    if (method !== 'POST') return;
    for (const type of [
      '',
      'text/plain',
      'application/json',
      'multipart/form-data',
      `${FORM}; charset=\u00ff`,
      '///',
    ]) {
      await send(method, path, { body: encode(base()), headers: { 'content-type': type } });
      await send(method, path, { body: JSON.stringify(base()), headers: { 'content-type': type } });
    }
    for (const raw of MALFORMED) await shoot(method, path, raw);
    await send(method, path, {
      body: Buffer.from([0, 0xff, 0xed, 0xa0, 0x80]),
      headers: { 'content-type': FORM },
    });
    await shoot(method, path, `x=${'a'.repeat(500_000)}`);
    await send(method, path);
  });

  const REGISTRATION: Fields = {
    client_name: 'Fuzz',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    application_type: 'native',
    scope: 'account:read',
    logo_uri: 'https://e.com/a.png',
    client_uri: 'https://e.com',
    policy_uri: 'https://e.com',
    tos_uri: 'https://e.com',
    jwks: {},
    jwks_uri: 'https://e.com',
    contacts: [],
    software_id: 'x',
    software_statement: 'x',
    post_logout_redirect_uris: [],
  };
  const register = (body: string | Buffer, headers: Record<string, string> = {}) =>
    send('POST', OAUTH_PATHS.register, { body, headers: { 'content-type': 'application/json', ...headers } });

  it.each(Object.keys(REGISTRATION))('to a registration with any %s, nor to its client', async name => {
    for (const value of hostileValues.flatMap(each => [each, [each], { [text(each)]: each }])) {
      const answer = await register(JSON.stringify({ ...REGISTRATION, [name]: value }));
      expect([201, 400]).toContain(answer.status);
      if (answer.status !== 201) continue;
      const { client_id } = (await answer.json()) as { client_id: string };
      const page = await oauth.follow(
        person,
        `${OAUTH_PATHS.authorize}?${encode({ ...authorization(), client_id })}`,
      );
      expect(page.status).toBeLessThan(500);
      await session.sql('DELETE FROM rate_windows');
    }
  });

  it('to any registration', async () => {
    const fields = fc.record(Object.fromEntries(Object.keys(REGISTRATION).map(name => [name, anyValue])), {
      requiredKeys: [],
    });
    await fc.assert(
      fc.asyncProperty(fields, async sent => {
        await register(JSON.stringify({ ...REGISTRATION, ...sent }));
      }),
      { numRuns: 60 },
    );
    for (const raw of [
      '',
      '{',
      'null',
      '"',
      '[]',
      '{"a":"\\ud800"}',
      '\0',
      '{"__proto__":{"a":1}}',
      ...MALFORMED,
    ]) {
      await register(raw);
    }
    for (const type of ['', 'text/plain', FORM, '///']) {
      await register(JSON.stringify(REGISTRATION), { 'content-type': type });
    }
    for (const authorization of AUTHORIZATIONS)
      await register(JSON.stringify(REGISTRATION), { authorization });
    await register(Buffer.from([0, 0xff, 0xed, 0xa0, 0x80]));
  });

  it.each([OAUTH_PATHS.authorize, OAUTH_PATHS.consent])('to any id under %s', async path => {
    for (const id of [
      ...MALFORMED,
      '..',
      '%2e%2e',
      '%2F',
      '%5c',
      '\ud800',
      'a'.repeat(4_000),
      '<script>',
      '%0d%0a',
    ]) {
      for (const cookie of [`anteroom-consent=${id}`, `anteroom-resume=${id}`, 'x=1']) {
        // A cookie can hold only these.
        const headers = /^[\x21-\x7e]+$/.test(id) ? { cookie } : {};
        await send('GET', `${path}/${id}`, { headers });
        await send('POST', `${path}/${id}`, {
          headers: { ...headers, 'content-type': FORM },
          body: 'answer=allow',
        });
      }
    }
  });

  it.each(['state', 'scope', 'redirect_uri', 'resource', 'code_challenge', 'prompt', 'nonce'])(
    'to a request with any %s, until it is allowed',
    async name => {
      for (const value of hostileValues.filter(each => text(each).length < 4_000)) {
        await session.sql('DELETE FROM rate_windows');
        const path = `${OAUTH_PATHS.authorize}?${encode({ ...authorization(), [name]: value })}`;
        const page = await oauth.follow(person, path);
        expect(page.status).toBeLessThan(500);
        if (page.status !== 200) continue;
        const code = (await oauth.decide(person, page, 'allow')).searchParams.get('code') ?? '';
        expect(code).not.toBe('');
      }
    },
  );
});
