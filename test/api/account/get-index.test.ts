import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { apiOperations } from '../../../core/registry.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const BASE_URL = 'https://anteroom.example';

describe('GET /api/v1', () => {
  const session = shareSession({ environment: { BASE_URL, SUPPORT_EMAIL: 'help@anteroom.example' } });

  it(`answers without a key and lists every operation${verifies('index.get-200-without-key', 'index.version', 'index.documentation-and-openapi', 'index.mcp', 'index.endpoints', 'index.urls-absolute', 'versioning.description-1-0-0')}`, async () => {
    const { status, body } = await session.visitor.get('/api/v1');
    expect(status).toBe(200);
    expect(body).toEqual({
      name: 'Anteroom',
      version: '1.0.0',
      documentation: `${BASE_URL}/docs`,
      support: 'help@anteroom.example',
      openapi: `${BASE_URL}/api/v1/openapi.json`,
      mcp: {
        url: `${BASE_URL}/api/mcp/mcp`,
        transport: 'streamable-http',
        authorization: `${BASE_URL}/.well-known/oauth-authorization-server`,
      },
      endpoints: apiOperations.map(({ method, path, scope, summary }) => ({ method, path, scope, summary })),
    });
    expect(body.endpoints).toContainEqual({
      method: 'GET',
      path: '/api/v1/waitlists/{id}/entries',
      scope: 'entries:read',
      summary: expect.any(String),
    });
  });

  it.each<Record<string, string>>([
    { host: 'localhost:3000' },
    { host: '127.0.0.1' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', 'x-forwarded-port': '81' },
    { forwarded: 'host=evil.example;proto=http' },
    { 'x-viewer-host': 'evil.example', 'x-original-host': 'evil.example', origin: 'https://evil.example' },
  ])(
    `is the same for any request headers (%j)${verifies('index.urls-ignore-request-headers')}`,
    async headers => {
      // `fetch` does not let a caller set Host.
      const sent = request(new URL('/api/v1', session.url), { headers }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      expect(await json(response)).toEqual((await session.visitor.get('/api/v1')).body);
      expect(sent.getHeader('host')).toBe(headers.host ?? new URL(session.url).host);
    },
  );

  it(`does not exist on other hosts, and tells them nothing${verifies('index.urls-ignore-request-headers')}`, async () => {
    const sent = request(new URL('/api/v1', session.url), { headers: { host: 'evil.example' } }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect([response.statusCode, await text(response)]).toEqual([404, 'Not found\n']);
    expect(JSON.stringify(response.headers)).not.toContain('evil.example');
  });
});
