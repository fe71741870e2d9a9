import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EXAMPLE_HTML } from '../../../core/email-templates/schemas.ts';
import { hasBody, type Operation, pathParameters } from '../../../core/kernel/operation.ts';
import { registry } from '../../../core/registry.ts';
import { anyValue, hostileValues } from '../../support/hostile-values.ts';
import { picture } from '../../support/images.ts';
import { shareSession } from '../../support/session.ts';

const RUNS = 60;
const KNOWN = [200, 201, 400, 402, 422];

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

/** A valid body for each group, in which one member at a time is replaced by a hostile value. */
const VALID: Readonly<Record<string, Record<string, unknown>>> = {
  waitlists: { name: 'Alone' },
  entries: { count: 1, code: 'A'.repeat(22), dryRun: true },
  database: { dbType: 'postgres', connectionString: 'postgres://u:p@127.0.0.1:9/db', testOnly: true },
  'email-templates': { name: 'Alone', subject: 'Alone', html: EXAMPLE_HTML },
  assets: { data: picture('small.gif').toString('base64'), contentType: 'image/gif' },
  turnstile: { siteKey: '1x00000000000000000000AA', secretKey: '1x0000000000000000000000000000000AA' },
  domains: { domain: 'alone.test' },
  announcements: { subject: 'Alone', body: 'Alone' },
  webhooks: { url: 'https://alone.example/', events: ['entry.joined'] },
  dashboard: { name: 'Alone', scopes: ['account:read'] },
};

describe('any input to any operation', () => {
  const session = shareSession();
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Fuzz', slug: 'fuzz' });
  });

  /** A client for a new account: with a key, or with a session if keys are not allowed. */
  const callerOf = async ({ audience }: Operation) =>
    audience === 'people' ? (await session.createAccount('pro')).signIn() : session.otherAccount('pro');

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
          // A new account each time, to stay under the rate limit.
          const account = await callerOf(operation);
          const path = operation.path.replace('{id}', encodeURIComponent(id));
          const { status, body } = hasBody(operation.method)
            ? await account.request(operation.method, path, {
                body: JSON.stringify(sent),
                headers: { 'content-type': 'application/json' },
              })
            : await account.request(
                operation.method,
                `${path}?${new URLSearchParams(Object.entries(sent).map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : String(JSON.stringify(value))]))}`,
              );
          expect(status).toBeLessThan(500);
          if (status === 400)
            expect(body).toMatchObject({ error: expect.any(String), code: expect.any(String) });
        }),
        { numRuns: RUNS },
      );
    },
  );

  // Random bodies hardly ever have all other members valid, so a bad value would rarely reach the database.
  it.each(
    registry
      .filter(({ method }) => hasBody(method))
      .flatMap(operation => Object.keys(operation.input.shape).map(member => [operation, member] as const))
      .filter(([{ path }, member]) => !pathParameters(path).includes(member))
      .map(([operation, member]) => [operation.name, member, operation] as const),
  )('%s never answers 500 for a hostile %s alone, nor does the page', async (name, member, operation) => {
    const { group, method, path } = operation;
    const account = await callerOf(operation);
    const slug = `alone-${name}-${member}`.replaceAll('_', '-').toLowerCase();
    await account.post('/api/v1/waitlists', { name: 'Alone', slug });
    const { body: made } = await account.post('/api/v1/email-templates', VALID['email-templates'] ?? {});
    const id = group === 'email-templates' ? made.template.id : slug;
    const said = await account.post(`/api/v1/waitlists/${slug}/announcements`, VALID.announcements ?? {});
    const filled = path.replace('{id}', id).replace('{announcementId}', said.body.announcement.id);
    for (const value of hostileValues) {
      const { status, body } = await account.request(method, filled, {
        body: JSON.stringify({ ...VALID[group], [member]: value }),
        headers: { 'content-type': 'application/json' },
      });
      const known = operation.errors?.includes('not_found') ? [...KNOWN, 404] : KNOWN;
      expect({ value, known: known.includes(status) }).toEqual({ value, known: true });
      if (status >= 400 || !body.waitlist) continue;
      expect((await session.visitor.get(`/w/${body.waitlist.slug}`)).status).toBe(200);
      // For the next value.
      if (body.waitlist.slug !== slug && method === 'PATCH')
        await account.patch(`/api/v1/waitlists/${body.waitlist.slug}`, { slug });
    }
  });

  it('POST /w/{slug}/signups never answers 500', async () => {
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
