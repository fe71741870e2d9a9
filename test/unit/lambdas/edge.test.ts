import { describe, expect, it } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { decodeRefusal, REFUSAL } from '../../../lambdas/assets/upload-protocol.ts';
import { httpFunction } from '../../../lambdas/functions.ts';
import { HTTP_FUNCTIONS, routes } from '../../../lambdas/http/routes.ts';
import { createHandler as createUploadAuthorizer } from '../../../lambdas/upload-authorizer/handler.ts';
import { ENVIRONMENT } from '../../cdk/lambda-process.ts';
import { authorizerEvent, httpEvent, ORIGIN_SECRET } from '../../cdk/recorded-events.ts';

/** As in Lambda, with a database that does not exist: requests that pass a function's first checks never get a 404. */
const environment = {
  ...ENVIRONMENT,
  LOG_LEVEL: 'SILENT',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
};
const context = { getRemainingTimeInMillis: () => 30_000 } as Context;

const handlers = new Map(
  HTTP_FUNCTIONS.map(name => [name, httpFunction(name).createHandler(environment)] as const),
);

/** Sends a request as CloudFront does, with these headers changed. */
async function send(
  { function: name, routeKey }: (typeof routes)[number],
  changes: Record<string, string> = {},
) {
  // Behind the checks, this is a 405.
  const [method = '', path = ''] = (routeKey === '$default' ? 'PUT /api/v1/me' : routeKey).split(' ');
  const event = httpEvent(method, path, routeKey, {
    ...(path.includes('{') && {
      pathParameters: { slug: 'hello', id: 'hello', idOrSlug: 'hello', uid: 'none' },
    }),
  });
  const handler = handlers.get(name);
  if (!handler) throw new Error(`There is no function ${name}`);
  const answer = await handler({ ...event, headers: { ...event.headers, ...changes } }, context);
  return { status: answer.statusCode, body: String(answer.body) };
}

const byKey = (selected: typeof routes) => selected.map(route => [route.routeKey, route] as const);

describe('a request that did not come through CloudFront', () => {
  it.each(byKey(routes))('is a 404 at %s', async (_, route) => {
    for (const secret of ['guessed-by-somebody-else-here', '']) {
      const { status, body } = await send(route, { 'x-origin-secret': secret });
      expect(status).toBe(404);
      expect(body).toContain('There is nothing at this path');
    }
  });
});

describe('an upload that did not come through CloudFront', () => {
  it.each([
    ['with the secret', {}, 401],
    ['without it', { 'x-origin-secret': 'guessed-by-somebody-else-here' }, 404],
  ])('is refused before its key is looked up: %s', async (_, changes, status) => {
    const authorize = createUploadAuthorizer(environment);
    const event = authorizerEvent({ 'x-origin-secret': ORIGIN_SECRET, ...changes });
    const verdict = await authorize(event as unknown as Parameters<typeof authorize>[0], context);
    expect(verdict.policyDocument.Statement).toMatchObject([{ Effect: 'Deny' }]);
    expect(decodeRefusal(String(verdict.context?.[REFUSAL])).statusCode).toBe(status);
  });
});

describe('a request for somebody else’s host', () => {
  // The function of pages answers custom domains (test/api/domains/hosts.test.ts).
  it.each(byKey(routes.filter(route => route.function !== 'pages')))('is a 404 at %s', async (_, route) => {
    const { status, body } = await send(route, { 'x-viewer-host': 'shop.example' });
    expect(status).toBe(404);
    expect(body).toContain('There is nothing at this path');
  });
});

describe('a request for our own host, through CloudFront', () => {
  it.each([
    ['GET /', 200],
    ['GET /api/v1', 200],
    ['GET /api/v1/waitlists', 401],
    ['$default', 405],
    ['GET /api/v1/dashboard/keys', 401],
    ['GET /llms.txt', 200],
    ['POST /api/mcp/mcp', 401],
    ['GET /sign-in', 200],
    ['GET /.well-known/oauth-authorization-server', 200],
    ['GET /api/auth/mcp/consent/{uid}', 400],
    ['POST /api/v1/billing/stripe-events', 400],
  ])('is answered: %s', async (routeKey, expected) => {
    const route = routes.find(each => each.routeKey === routeKey);
    if (!route) throw new Error('No such route');
    expect((await send(route)).status).toBe(expected);
  });
});
