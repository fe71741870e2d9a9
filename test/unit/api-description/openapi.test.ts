import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { describeApi } from '../../../core/describe-api.ts';
import { SCOPES } from '../../../core/kernel/scopes.ts';
import { authorizationServerMetadata } from '../../../core/oauth/metadata.ts';
import { apiOperations } from '../../../core/registry.ts';
import { verifies } from '../../support/verifies.ts';

/** Of a response, a parameter, or an operation, the parts that are looked at here. */
interface Described {
  readonly description: string;
  readonly parameters: readonly object[];
  readonly security: readonly object[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> };
  readonly responses: Record<string, { $ref?: string; headers?: object; content?: object }>;
}

const site = {
  baseUrl: 'https://anteroom.test',
  licensePriceUsd: 19,
  proPriceUsd: 49,
  allowInsecureLoopback: false,
};
const text = JSON.stringify(describeApi(site));
const { paths, components } = JSON.parse(text) as {
  paths: Record<string, Record<string, Described>>;
  components: {
    schemas: Record<string, { properties: Record<string, object> }>;
    responses: Record<string, { headers: object }>;
    securitySchemes: Record<string, { description: string }>;
  };
};
const operations = Object.fromEntries(
  apiOperations.map(({ name, method, path }) => [name, paths[path]?.[method.toLowerCase()] as Described]),
);
const headersOf = (name: string, status: number) =>
  Object.keys(operations[name]?.responses[status]?.headers ?? {});

describe('the OpenAPI description', () => {
  it(`refers to named schemas${verifies('openapi.components')}`, () => {
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining([
        'Account',
        'ApiError',
        'Design',
        'EmailTemplate',
        'Entry',
        'InvitationBatch',
        'Referral',
        'Waitlist',
        'Webhook',
        'WebhookDelivery',
      ]),
    );
    expect(operations.list_waitlists?.responses[200]?.content).toMatchObject({
      'application/json': {
        schema: { properties: { waitlists: { items: { $ref: '#/components/schemas/Waitlist' } } } },
      },
    });
    expect(components.schemas.Waitlist?.properties.design).toEqual({ $ref: '#/components/schemas/Design' });
  });

  it(`allows added members${verifies('openapi.open-answers')}`, () => {
    expect(text).not.toContain('"additionalProperties":false');
  });

  it(`has every status${verifies('openapi.statuses')}`, () => {
    const statuses = (name: string) => Object.keys(operations[name]?.responses ?? {}).map(Number);
    expect(statuses('get_index')).toEqual([200, 404, 500, 503]);
    expect(statuses('update_waitlist')).toEqual([200, 400, 401, 402, 403, 404, 412, 413, 422, 429, 500, 503]);
    expect(statuses('get_waitlist')).toEqual([200, 304, 400, 401, 403, 404, 429, 500, 503]);
    expect(statuses('test_webhook')).toEqual([202, 400, 401, 403, 404, 409, 413, 422, 429, 500, 503]);
    expect(operations.get_index?.responses[500]).toEqual({
      $ref: '#/components/responses/InternalServerError',
    });
  });

  it(`has the headers of responses, and If-Match${verifies('openapi.headers')}`, () => {
    const counted = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];
    expect(headersOf('get_index', 200)).toEqual(['X-Request-Id']);
    expect(headersOf('get_waitlist', 200)).toEqual([...counted, 'ETag']);
    expect(headersOf('list_entries', 200)).toEqual([...counted, 'Link']);
    expect(headersOf('invite_entries', 201)).toEqual([...counted, 'Location', 'Idempotency-Replayed']);
    expect(headersOf('invite_entries', 200)).toEqual([...counted, 'Idempotency-Replayed']);
    for (const name of ['TooManyRequests', 'ServiceUnavailable'])
      expect(components.responses[name]?.headers).toHaveProperty('Retry-After');

    const heeding = (header: string) =>
      Object.keys(operations).filter(name =>
        operations[name]?.parameters.some(
          each => '$ref' in each && each.$ref === `#/components/parameters/${header}`,
        ),
      );
    expect(heeding('Idempotency-Key')).toEqual(
      apiOperations
        .filter(({ method, audience }) => method === 'POST' && audience === 'callers')
        .map(({ name }) => name),
    );
    expect(heeding('If-Match').sort()).toEqual([
      'delete_email_template',
      'delete_waitlist',
      'update_email_template',
      'update_waitlist',
    ]);
    expect(heeding('If-None-Match').sort()).toEqual(['get_email_template', 'get_openapi', 'get_waitlist']);
  });

  it(`takes count or entryIds of an invitation${verifies('openapi.one-of')}`, () => {
    const { schema } = operations.invite_entries?.requestBody?.content['application/json'] ?? {};
    const body = z.fromJSONSchema(schema as never);
    const fits = (sent: object) => body.safeParse(sent).success;
    const entryIds = ['0d9e6c52-41f7-4b8a-8a53-6f1f2f0b7c11'];
    expect([{ count: 1 }, { count: 1, audience: {} }, { entryIds, message: 'Hi' }].map(fits)).toEqual([
      true,
      true,
      true,
    ]);
    expect([{}, { count: 1, entryIds }, { message: 'Hi' }].map(fits)).toEqual([false, false, false]);
  });

  it('says how to send a file, which agents cannot', () => {
    expect(operations.upload_asset?.description).toContain(
      'Send multipart/form-data with one part named file',
    );
  });

  it(`says how to authenticate${verifies('openapi.authentication', 'openapi.oauth2')}`, () => {
    for (const { name, scope } of apiOperations)
      expect([name, operations[name]?.security]).toEqual([
        name,
        scope === null ? [] : [{ bearer: [] }, { apiKey: [] }, { oauth2: [scope] }],
      ]);
    for (const scope of Object.keys(SCOPES))
      expect(components.securitySchemes.bearer?.description).toContain(`\`${scope}\``);
    const metadata = authorizationServerMetadata(site);
    expect(components.securitySchemes.oauth2).toMatchObject({
      type: 'oauth2',
      flows: {
        authorizationCode: {
          authorizationUrl: metadata.authorization_endpoint,
          tokenUrl: metadata.token_endpoint,
          refreshUrl: metadata.token_endpoint,
          scopes: SCOPES,
        },
      },
    });
  });
});
