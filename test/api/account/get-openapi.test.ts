import { describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { publicEndpoints } from '../../../core/describe-api.ts';
import { apiOperations } from '../../../core/registry.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

describe('GET /api/v1/openapi.json', () => {
  const session = shareSession();

  it(`is a valid OpenAPI 3.1 description that needs no key${verifies('openapi.without-key', 'openapi.version-3-1', 'versioning.description-1-0-0')}`, async () => {
    const { status, body } = await session.visitor.get('/api/v1/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\.1\./);
    expect(body.info.version).toBe('1.0.0');
    expect(await new Validator().validate(body)).toMatchObject({ valid: true });
  });

  it(`describes exactly the operations and what visitors call, from the schemas that validate them${verifies('openapi.from-validating-definitions')}`, async () => {
    const { paths } = (await session.visitor.get('/api/v1/openapi.json')).body;
    const described = Object.entries<Record<string, { operationId: string }>>(paths).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(
          ([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`,
        ),
    );
    expect(described.sort()).toEqual(
      [...apiOperations, ...publicEndpoints]
        .map(({ name, method, path }) => `${name}: ${method} ${path}`)
        .sort(),
    );

    const body = paths['/api/v1/waitlists'].post.requestBody.content['application/json'].schema;
    expect(body.required).toEqual(['name']);
    expect(body.properties.name).toMatchObject({ type: 'string', minLength: 1, maxLength: 100 });
    expect(body.properties.referralBoost).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 });
    const parameters = paths['/api/v1/waitlists/{id}/entries'].get.parameters;
    expect(parameters.find(({ name }: { name: string }) => name === 'limit')).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    });
  });

  it(`is not sent to somebody who has it${verifies('openapi.etag')}`, async () => {
    const ask = (method: string, tag?: string) =>
      session.visitor.request(method, '/api/v1/openapi.json', {
        headers: tag === undefined ? {} : { 'if-none-match': tag },
      });
    const etag = (await ask('GET')).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    for (const method of ['GET', 'HEAD'])
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const { status, headers, body } = await ask(method, tag);
        expect([method, tag, status, headers.get('etag'), body === '']).toEqual([
          method,
          tag,
          304,
          etag,
          true,
        ]);
        expect(headers.get('content-type')).toBeNull();
      }
    expect((await ask('GET', '"other"')).status).toBe(200);
    expect((await ask('HEAD')).headers.get('etag')).toBe(etag);
  });

  it('declares 413 for every operation that takes a body', async () => {
    const { paths } = (await session.visitor.get('/api/v1/openapi.json')).body;
    for (const { name, method, path } of apiOperations) {
      const { responses } = paths[path][method.toLowerCase()];
      expect([name, '413' in responses]).toEqual([name, ['POST', 'PUT', 'PATCH'].includes(method)]);
    }
  });

  // test/web/docs.test.ts checks in a browser that it renders.
  it('has a docs page that loads only our own files', async () => {
    const { status, headers, body } = await session.visitor.get('/docs');
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    const files = [...body.matchAll(/<(?:link|script|img)\b[^>]*?(?:src|href)="([^"#]+)"/g)].map(
      (match: RegExpMatchArray) => match[1] ?? '',
    );
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      expect(file).toMatch(/^\//);
      expect([file, (await session.visitor.get(file)).status]).toEqual([file, 200]);
    }
  });
});
