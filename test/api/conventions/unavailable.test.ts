import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';

const session = shareSession();
let admin: pg.Client;
let clientId: string;
beforeAll(async () => {
  await session.api.post('/api/v1/waitlists', { name: 'Away', slug: 'away' });
  const registered = await send(
    'POST',
    '/api/auth/mcp/register',
    '{"redirect_uris":["https://a.example/cb"],"token_endpoint_auth_method":"none"}',
  );
  clientId = ((await registered.json()) as { client_id: string }).client_id;
  admin = new pg.Client({ connectionString: session.databaseUrl });
  admin.on('error', () => {});
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
});

const send = (method: string, path: string, body?: string, type = 'application/json') =>
  fetch(`${session.url}${path}`, {
    method,
    headers: { 'x-api-key': session.key, ...(body && { 'content-type': type }) },
    body: body ?? null,
    redirect: 'manual',
  });

const FORM = 'application/x-www-form-urlencoded';

it.each<{ method: string; path: string; body?: string; type?: string }>([
  { method: 'GET', path: '/api/v1/waitlists' },
  { method: 'GET', path: '/w/away' },
  { method: 'POST', path: '/w/away/signups', body: '{"email":"a@example.com"}' },
  { method: 'POST', path: '/api/mcp/mcp', body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' },
  {
    method: 'POST',
    path: '/api/auth/mcp/token',
    body: 'grant_type=refresh_token&refresh_token=x&client_id={client}',
    type: FORM,
  },
  {
    method: 'POST',
    path: '/api/auth/mcp/revoke',
    body: 'token=x&client_id={client}',
    type: FORM,
  },
  { method: 'POST', path: '/api/auth/mcp/register', body: '{"redirect_uris":["https://a.example/cb"]}' },
])(
  '$method $path is a 503 with Retry-After when Postgres shuts down meanwhile',
  async ({ method, path, body: template, type }) => {
    const body = template?.replace('{client}', clientId);
    await admin.query('BEGIN');
    await admin.query('LOCK TABLE waitlists, oauth_clients, api_keys');
    let answer: Response | undefined;
    const asked = send(method, path, body, type).then(response => {
      answer = response;
    });
    await eventually(async () => {
      // Its own transaction each time: within one, the list of backends stays as it was.
      await session.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(answer).toBeDefined();
    });
    await asked;
    await admin.query('ROLLBACK');
    const text = (await answer?.text()) ?? '';
    expect([answer?.status, text]).toEqual([503, expect.stringContaining('unavailable')]);
    if (path.startsWith('/api/auth/'))
      expect(JSON.parse(text)).toEqual({
        error: 'temporarily_unavailable',
        error_description: 'The service is unavailable right now. Try again in 5 seconds.',
      });
    expect(answer?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    // The pool replaces the connection.
    expect((await send(method, path, body, type)).status).not.toBe(503);
  },
);
