import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registry } from '../../../core/registry.ts';
import { type ApiSession, openSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

describe('GET /api/v1', () => {
  let session: ApiSession;
  beforeAll(async () => {
    session = await openSession();
  });
  afterAll(() => session.close());

  it(`answers anyone, and lists every operation${verifies('index.get-200-without-key', 'index.version', 'index.documentation-and-openapi', 'index.mcp', 'index.endpoints', 'index.urls-absolute', 'versioning.description-1-0-0')}`, async () => {
    const { status, body } = await session.visitor.get('/api/v1');
    expect(status).toBe(200);
    expect(body).toEqual({
      name: 'Anteroom',
      version: '1.0.0',
      documentation: `${session.url}/docs`,
      openapi: `${session.url}/api/v1/openapi.json`,
      mcp: {
        url: `${session.url}/api/mcp/mcp`,
        transport: 'streamable-http',
        authorization: `${session.url}/.well-known/oauth-authorization-server`,
      },
      endpoints: registry.map(({ method, path, scope, summary }) => ({ method, path, scope, summary })),
    });
    expect(body.endpoints).toContainEqual({
      method: 'GET',
      path: '/api/v1/waitlists/{id}/entries',
      scope: 'entries:read',
      summary: expect.any(String),
    });
  });

  it(`builds no url from a header${verifies('index.urls-ignore-request-headers')}`, async () => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    };
    const { body } = await session.visitor.request('GET', '/api/v1', { headers });
    expect(JSON.stringify(body)).not.toContain('evil.example');
  });
});
