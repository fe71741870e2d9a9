import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasBody, pathParameters } from '../../../core/operation.ts';
import { registry } from '../../../core/registry.ts';
import { type ApiSession, openSession } from '../../support/session.ts';

const RUNS = 60;

/** Any JSON, with the values that break careless code far more often than chance would bring them. */
const anyValue = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\0',
    '\ud800',
    '__proto__',
    -1,
    0,
    1e308,
    2 ** 53,
    'a'.repeat(10_000),
    [],
    {},
    true,
  ),
);
const anyId = fc.oneof(
  fc.constantFrom(
    'fuzz',
    'none-such',
    '%',
    '..',
    '\0',
    "' OR 1=1 --",
    '123e4567-e89b-12d3-a456-426614174000',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map(text => text.toWellFormed()),
);

describe('any input to any operation', () => {
  let session: ApiSession;
  beforeAll(async () => {
    session = await openSession();
    await session.api.post('/api/v1/waitlists', { name: 'Fuzz', slug: 'fuzz' });
  });
  afterAll(() => session.close());

  it.each(registry.map(operation => [operation.name, operation] as const))(
    '%s never answers 500',
    async (_, operation) => {
      const members = Object.keys(operation.input.shape).filter(
        name => !pathParameters(operation.path).includes(name),
      );
      const input = fc.record(Object.fromEntries(members.map(name => [name, anyValue])), {
        requiredKeys: [],
      });
      await fc.assert(
        fc.asyncProperty(anyId, input, async (id, sent) => {
          // A new account each time: the rate limit is not what is being tested.
          const account = await session.otherAccount('pro');
          const path = operation.path.replace('{id}', encodeURIComponent(id));
          const { status, body } = hasBody(operation.method)
            ? await account.request(operation.method, path, {
                body: JSON.stringify(sent),
                headers: { 'content-type': 'application/json' },
              })
            : await account.request(
                operation.method,
                `${path}?${new URLSearchParams(Object.entries(sent).map(([name, value]): [string, string] => [name, String(value)]))}`,
              );
          expect(status).toBeLessThan(500);
          if (status === 400)
            expect(body).toMatchObject({ error: expect.any(String), code: expect.any(String) });
        }),
        { numRuns: RUNS },
      );
    },
  );

  it('a signup never answers 500', async () => {
    const body = fc.record(
      { email: anyValue, name: anyValue, referralCode: anyValue, turnstileToken: anyValue },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(anyId, body, async (slug, sent) => {
        expect((await session.join(encodeURIComponent(slug), sent)).status).toBeLessThan(500);
      }),
      { numRuns: RUNS * 2 },
    );
  });
});
