import { beforeAll, describe, expect, it } from '@jest/globals';
import { hasBody, pathParameters } from '../../../core/kernel/operation.ts';
import { apiOperations } from '../../../core/registry.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { bodyOfThisRun, exampleOf } from '../mcp/tool-examples.ts';

/** A page without others has no Link, and only an answer that is sent again is replayed. */
const SOMETIMES = ['Link', 'Idempotency-Replayed'];

describe('the examples of the OpenAPI description', () => {
  const session = shareSession();
  let paths: Record<string, Record<string, Operation>>;
  interface Operation {
    readonly requestBody?: { readonly content: Content };
    readonly responses: Record<string, { readonly headers: object; readonly content: Content }>;
  }
  type Content = Record<string, { readonly example?: Record<string, unknown> }>;

  beforeAll(async () => {
    paths = (await session.visitor.get('/api/v1/openapi.json')).body.paths;
  });

  it.each(apiOperations.map(operation => [operation.name, operation] as const))(
    `%s works as it is shown${verifies('openapi.examples', 'openapi.headers')}`,
    async (name, operation) => {
      const { method, path, status, scope, input, output } = operation;
      const described = paths[path]?.[method.toLowerCase()];
      const json = (content: Content | undefined) => content?.['application/json']?.example;
      const answer = json(described?.responses[status]?.content);
      expect(output.safeParse(answer)).toMatchObject({ success: true });

      const missing = (headers: Headers) =>
        Object.keys(described?.responses[status]?.headers ?? {}).filter(
          header => !SOMETIMES.includes(header) && !headers.has(header),
        );
      await session.sql('TRUNCATE rate_windows');
      const prepared: Record<string, unknown> =
        scope === null ? {} : await exampleOf(operation).prepare(session, name.replaceAll('_', '-'));
      const inPath = pathParameters(path);
      const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => String(prepared[parameter]));
      if (!hasBody(method)) {
        const { status: got, headers } = await session.api.request(method, filled, {});
        expect([got, missing(headers)]).toEqual([status, []]);
        return;
      }
      const example = json(described?.requestBody?.content);
      const hasMembers = Object.keys(input.shape).some(member => !inPath.includes(member));
      expect(Object.keys(example ?? {}).length > 0).toBe(hasMembers);
      const sent = await session.api.request(method, filled, {
        body: JSON.stringify(bodyOfThisRun(example ?? {}, prepared)),
        headers: { 'content-type': 'application/json' },
      });
      expect([sent.status, sent.status < 300 ? {} : sent.body]).toEqual([status, {}]);
      expect(missing(sent.headers)).toEqual([]);
      expect(output.safeParse(sent.body)).toMatchObject({ success: true });
    },
  );
});
