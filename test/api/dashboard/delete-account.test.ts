import { describe, expect, it } from '@jest/globals';
import { EXAMPLE_HTML } from '../../../core/email-templates/schemas.ts';
import { ALL_SCOPES } from '../../../core/kernel/scopes.ts';
import { type ApiClient, createApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { type Bytes, png } from '../../support/images.ts';
import { openOAuth } from '../../support/oauth.ts';
import { shareSession, type TestAccount } from '../../support/session.ts';
import { uploadForm } from '../../support/upload.ts';
import { verifies } from '../../support/verifies.ts';

const ACCOUNT = '/api/v1/dashboard/account';

describe('deleting an account', () => {
  const session = shareSession();

  const of = (email: string) => `${ACCOUNT}?email=${encodeURIComponent(email)}`;

  it.each(['', 'somebody-else@example.com', 'x'.repeat(255)])(
    'asks for its email to be typed, and takes no other (%s)',
    async email => {
      const account = await session.createAccount('free');
      const { status, body } = await (await account.signIn()).delete(of(email));
      expect(status).toBe(400);
      expect(body.details).toEqual([{ path: 'email', message: expect.any(String) }]);
      expect(await session.sql('SELECT FROM accounts WHERE id = $1', [account.accountId])).toHaveLength(1);
    },
  );

  it(`deletes everything it owns and nothing of other accounts${verifies('dashboard.account-deleted')}`, async () => {
    const account = await session.createAccount('pro');
    const { key } = await account.createKey(ALL_SCOPES);
    const api = createApiClient(session.url, key);
    for (const slug of ['going-one', 'going-two']) await api.post('/api/v1/waitlists', { name: slug, slug });
    for (const name of ['a', 'b']) await session.join('going-one', { email: `${name}@example.com` });
    await api.post('/api/v1/waitlists/going-one/domain', { domain: 'going.test' });
    await api.post('/api/v1/email-templates', { name: 'T', subject: 'S', html: EXAMPLE_HTML });
    const oauth = openOAuth(session);
    const { tokens } = await oauth.connect(await oauth.person(account.email));
    await session.api.post('/api/v1/waitlists', { name: 'Stays', slug: 'stays' });
    await session.join('stays', { email: 'a@example.com' });
    const ids = await session.sql(`SELECT id FROM waitlists WHERE slug LIKE 'going-%'`);

    const person = await account.signIn();
    expect(await person.delete(of(` ${account.email.toUpperCase()} `))).toMatchObject({
      status: 200,
      body: { deleted: true },
    });
    expect((await person.get('/api/v1/me')).status).toBe(401);
    expect((await api.get('/api/v1/me')).status).toBe(401);
    expect((await createApiClient(session.url, tokens.access_token).get('/api/v1/me')).status).toBe(401);
    expect((await session.visitor.get('/w/going-one')).status).toBe(404);
    await eventually(async () => {
      const left = await session.sql('SELECT FROM entries WHERE waitlist_id = ANY ($1)', [
        ids.map(({ id }) => id),
      ]);
      expect(left).toEqual([]);
    });

    // Every column that could contain its id or email.
    const tables = await session.sql(
      `SELECT c.table_name AS name, count(*)
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' GROUP BY 1`,
    );
    for (const { name } of tables) {
      const found = await session.sql(
        `SELECT row_to_json(t)::text AS row FROM ${name} t
         WHERE position($1 IN row_to_json(t)::text) > 0 OR position($2 IN row_to_json(t)::text) > 0`,
        [account.accountId, account.email],
      );
      expect({ name, found }).toEqual({ name, found: [] });
    }
    const [domain] = await session.sql(
      `SELECT waitlist_id, account_id FROM custom_domains WHERE domain = 'going.test'`,
    );
    // Released but still being removed, or already removed.
    if (domain) expect(domain).toEqual({ waitlist_id: null, account_id: null });

    expect((await session.api.get('/api/v1/waitlists/stays/entries')).body.total).toBe(1);
    // The email is free again: signing in creates a new account.
    const again = await oauth.person(account.email);
    expect((await again.get('/sign-in?return_to=/x')).location).toBe('/x');
    const [opened] = await session.sql('SELECT id FROM accounts WHERE email = $1', [account.email]);
    expect(opened.id).not.toBe(account.accountId);
  });

  it(`removes its images, except those that another account also uploaded${verifies('assets.purged-with-account')}`, async () => {
    const [shared, own] = [png({ seed: 32_001 }), png({ seed: 32_002 })];
    const [one, other] = [await session.createAccount('free'), await session.createAccount('free')];
    const [first, second] = [await one.withScopes(ALL_SCOPES), await other.withScopes(ALL_SCOPES)];
    const urlOf = async (api: ApiClient, bytes: Bytes): Promise<string> =>
      (await uploadForm(api, bytes)).body.url;
    const urls = { own: await urlOf(first, own), shared: await urlOf(first, shared) };
    expect(await urlOf(second, shared)).toBe(urls.shared);
    const statusOf = async (url: string) => (await fetch(url)).status;
    const remove = async (account: TestAccount) => (await account.signIn()).delete(of(account.email));

    await remove(one);
    await eventually(async () => expect(await statusOf(urls.own)).toBe(404));
    expect(await statusOf(urls.shared)).toBe(200);
    await remove(other);
    await eventually(async () => expect(await statusOf(urls.shared)).toBe(404));
    // No account has it, so an upload stores it again.
    expect(await urlOf(session.api, shared)).toBe(urls.shared);
    expect(await statusOf(urls.shared)).toBe(200);
  }, 90_000);

  it('happens once for two concurrent requests, and both succeed', async () => {
    const account = await session.createAccount('free');
    const people = [await account.signIn(), await account.signIn()];
    const answers = await Promise.all(people.map(person => person.delete(of(account.email))));
    // The second request may find its session already gone.
    for (const { status } of answers) expect([200, 401]).toContain(status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await session.sql('SELECT FROM accounts WHERE id = $1', [account.accountId])).toEqual([]);
  });
});
