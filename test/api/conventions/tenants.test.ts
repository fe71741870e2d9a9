import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EXAMPLE_HTML } from '../../../core/email-templates/schemas.ts';
import { hasBody, type Operation, pathParameters } from '../../../core/kernel/operation.ts';
import { isUuid } from '../../../core/kernel/schemas.ts';
import { ALL_SCOPES } from '../../../core/kernel/scopes.ts';
import { apiOperations, registry } from '../../../core/registry.ts';
import { acceptedBy } from '../../support/accepted-input.ts';
import { type Agent, connectAgent } from '../../support/agent.ts';
import { type ApiClient, createApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

/** Part of every text that the owner stores, so a response that contains it leaks the owner's data. */
const MARK = 'only-of-the-owner';
/** An id that does not exist. */
const NOBODYS = '6f1c9a52-8f5c-4d7a-9d0e-2f8a1b0c3d4e';

const guarded = registry.filter(({ audience }) => audience !== 'anyone');
const onResources = guarded.filter(({ path }) => path.includes('{'));
const tools = apiOperations.filter(({ scope }) => scope !== null);
const byName = (operations: readonly Operation[]) =>
  operations.map(operation => [operation.name, operation] as const);

const session = shareSession();
let owner: { api: ApiClient; person: ApiClient };
let other: { api: ApiClient; person: ApiClient; agent: Agent; waitlist: string };
/** Every id, slug and name of the owner's resources. */
let names: readonly string[];
let before: unknown;

/** Creates one resource of every kind for the owner. */
async function furnish({ api, person }: typeof owner): Promise<string[]> {
  const { waitlist } = (await api.post('/api/v1/waitlists', { name: MARK, slug: MARK, seoTitle: MARK })).body;
  await session.license(MARK);
  await session.join(MARK, { email: `ada.${MARK}@example.com`, name: MARK });
  const entries = (await api.get(`/api/v1/waitlists/${MARK}/entries`)).body.entries;
  const path = `/api/v1/waitlists/${MARK}`;
  await api.post(`${path}/domain`, { domain: `${MARK}.test` });
  await api.request('PUT', `${path}/turnstile`, {
    body: JSON.stringify({ siteKey: '1x00000000000000000000AA', secretKey: `${MARK}-secret` }),
    headers: { 'content-type': 'application/json' },
  });
  const stored = { dbType: 'postgres', connectionString: session.databaseUrl };
  expect((await api.post(`${path}/database`, stored)).status).toBe(200);
  const template = { name: MARK, subject: MARK, html: EXAMPLE_HTML, waitlistIds: [waitlist.id] };
  const made = (await api.post('/api/v1/email-templates', template)).body.template;
  const hook = { url: `https://${MARK}.invalid/`, events: ['entry.joined'] };
  const { webhook } = (await api.post(`${path}/webhooks`, hook)).body;
  const { delivery } = (await api.post(`${path}/webhooks/${webhook.id}/test`, {})).body;
  const key = (await person.post('/api/v1/dashboard/keys', { name: MARK, scopes: ['account:read'] })).body;
  const [grant] = await session.sql(
    `WITH client AS (INSERT INTO oauth_clients (id, name, metadata) VALUES ($1, $1, $2) RETURNING id)
     INSERT INTO oauth_grants (id, account_id, client_id, scopes, payload, expires_at)
     SELECT gen_random_uuid(), $3, id, '{account:read}', '{}', now() + interval '1 day' FROM client RETURNING id`,
    [MARK, { redirect_uris: [`https://${MARK}.example/`] }, session.accountId],
  );
  await eventually(async () =>
    expect((await api.get(`${path}/domain`)).body).toMatchObject({ state: 'active' }),
  );
  const ids = [
    waitlist.id,
    MARK,
    `${MARK}.test`,
    entries[0].id,
    made.id,
    key.id,
    grant.id,
    webhook.id,
    delivery.id,
    session.accountId,
  ];
  for (const id of ids) expect(id).toEqual(expect.any(String));
  return ids;
}

/** Everything the owner can read, without last-used times. */
async function lookAround({ api, person }: typeof owner): Promise<unknown> {
  await session.sql('TRUNCATE rate_windows');
  const paths = ['', '/entries', '/domain', '/turnstile', '/database', '/webhooks'].map(
    part => `/api/v1/waitlists/${MARK}${part}`,
  );
  const seen = [];
  for (const path of ['/api/v1/me', '/api/v1/waitlists', '/api/v1/email-templates', ...paths]) {
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    seen.push(body);
  }
  for (const path of ['keys', 'agents']) seen.push((await person.get(`/api/v1/dashboard/${path}`)).body);
  return JSON.parse(JSON.stringify(seen).replace(/"(lastUsedAt|checkedAt)":("[^"]*"|null)/g, '"$1":null'));
}

beforeAll(async () => {
  owner = { api: session.api, person: await session.signIn() };
  names = await furnish(owner);
  before = await lookAround(owner);
  const account = await session.createAccount('pro');
  const { key } = await account.createKey(ALL_SCOPES);
  const agent = await connectAgent(session.url, { 'x-api-key': key });
  other = {
    api: createApiClient(session.url, key),
    person: await account.signIn(),
    agent,
    waitlist: 'of-the-other',
  };
  await other.api.post('/api/v1/waitlists', { name: 'Mine', slug: other.waitlist });
}, 120_000);

beforeEach(() => session.sql('TRUNCATE rate_windows'));

afterAll(async () => {
  await other.agent.close();
});

/** A response without what differs between two requests or repeats the id that was sent. */
const masked = (answer: unknown, asked: string): unknown =>
  JSON.parse(
    JSON.stringify(answer)
      .replaceAll(asked, 'ASKED')
      .replace(/"requestId":"[^"]*"/g, '"requestId":""'),
  );

/** Sends a valid request with these path parameters. */
async function send(
  caller: ApiClient,
  operation: Operation,
  values: readonly string[],
  input: Record<string, unknown> = acceptedBy(operation),
) {
  const { method, path } = operation;
  let place = 0;
  const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(values[place++] ?? ''));
  const body = { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } };
  const query = typeof input.waitlistId === 'string' ? `?waitlistId=${input.waitlistId}` : '';
  const { status, body: answer } = hasBody(method)
    ? await caller.request(method, filled, body)
    : await caller.request(method, filled + query, {});
  return { status, answer };
}

const callersOf = ({ audience }: Operation): ApiClient[] =>
  audience === 'people' ? [other.person] : [other.api, other.person];

describe('another account with every scope', () => {
  it.each(byName(onResources))(
    `cannot find the owner’s resources by id or slug in %s${verifies('errors.404-foreign-resource')}`,
    async (_name, operation) => {
      const parameters = pathParameters(operation.path);
      // The resource itself and, for paths below a waitlist, through the caller's own waitlist.
      const ways = [
        (name: string) => parameters.map(() => name),
        ...(parameters.length > 1
          ? [(name: string) => parameters.map((_parameter, index) => (index === 0 ? other.waitlist : name))]
          : []),
      ];
      for (const caller of callersOf(operation)) {
        for (const way of ways) {
          const missing = masked(await send(caller, operation, way(NOBODYS)), NOBODYS);
          expect(missing).toMatchObject({ status: 404, answer: { code: 'not_found' } });
          for (const name of names) {
            expect(masked(await send(caller, operation, way(name)), name)).toEqual(missing);
          }
        }
      }
    },
  );

  it.each(byName(tools.filter(({ path }) => path.includes('{'))))(
    'cannot find the owner’s resources by id or slug with the tool %s',
    async (tool, operation) => {
      const { path } = operation;
      const accepted = Object.entries(acceptedBy(operation));
      const call = async (name: string) => {
        const ids = pathParameters(path).map(parameter => [parameter, name]);
        return masked(await other.agent.call(tool, Object.fromEntries([...accepted, ...ids])), name);
      };
      const missing = await call(NOBODYS);
      expect(missing).toMatchObject({ ok: false, error: { code: 'not_found' } });
      for (const name of names) expect(await call(name)).toEqual(missing);
    },
  );

  it.each(byName(guarded.filter(({ path, effect }) => effect.readOnly && !path.includes('{'))))(
    'does not see the owner’s resources in %s',
    async (_name, operation) => {
      for (const caller of callersOf(operation)) {
        const { status, answer } = await send(caller, operation, []);
        expect(status).toBe(200);
        for (const name of [MARK, ...names]) expect(JSON.stringify(answer)).not.toContain(name);
      }
    },
  );

  it.each(byName(guarded.filter(({ input }) => 'waitlistIds' in input.shape || 'waitlistId' in input.shape)))(
    'cannot refer to the owner’s resources in the input of %s',
    async (_name, operation) => {
      const template = { name: 'Mine', subject: 'Mine', html: EXAMPLE_HTML };
      const own = (await other.api.post('/api/v1/email-templates', template)).body.template.id;
      const refer = async (caller: ApiClient, id: string) => {
        const references =
          'waitlistIds' in operation.input.shape ? { waitlistIds: [id] } : { waitlistId: id };
        return masked(await send(caller, operation, [own], { ...acceptedBy(operation), ...references }), id);
      };
      for (const caller of callersOf(operation)) {
        const missing = (await refer(caller, NOBODYS)) as { status: number };
        expect([400, 404]).toContain(missing.status);
        for (const name of names.filter(isUuid)) expect(await refer(caller, name)).toEqual(missing);
      }
    },
  );

  it('leaves the owner’s data unchanged after all these attempts', async () => {
    expect(await lookAround(owner)).toEqual(before);
  });
});
