import { describe, expect, it } from '@jest/globals';
import { hashApiKey } from '../../core/account/api-key.ts';
import { ALL_SCOPES } from '../../core/kernel/scopes.ts';
import { ADMIN_COMMANDS } from '../../local/admin/commands.ts';
import { type ApiClient, createApiClient } from '../support/api-client.ts';
import { runAdmin, startServer, temporaryFolder } from '../support/local-process.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describe('the admin command', () => {
  const session = shareSession();

  const admin = async (...args: string[]) => {
    const { status, stdout, stderr } = await runAdmin(args, { DATABASE_URL: session.databaseUrl });
    return {
      status,
      out: stdout === '' ? undefined : JSON.parse(stdout),
      err: stderr === '' ? undefined : JSON.parse(stderr),
      stdout,
    };
  };
  const plan = async (api: ApiClient) => (await api.get('/api/v1/me')).body.plan.id;

  it(`creates accounts${verifies('admin.account-create', 'admin.account-create-plan', 'admin.works-on-database-url', 'admin.one-json-object-on-stdout')}`, async () => {
    const free = await admin('account', 'create', '--email', 'Free@Example.com');
    expect(free).toMatchObject({
      status: 0,
      out: { email: 'Free@Example.com', plan: 'free' },
      err: undefined,
    });
    expect(free.stdout.trimEnd().split('\n')).toHaveLength(1);
    const pro = await admin('account', 'create', '--email', 'pro@example.com', '--plan', 'pro');
    expect(pro.out).toEqual({ id: expect.any(String), email: 'pro@example.com', plan: 'pro' });
  });

  it(`explains itself${verifies('admin.help')}`, async () => {
    for (const args of [['--help'], ['key', 'create', '-h']]) {
      const { status, stdout, stderr } = await runAdmin(args, {
        DATABASE_URL: 'postgres://nowhere.invalid/x',
      });
      expect([status, stderr]).toEqual([0, '']);
      for (const { usage, purpose } of ADMIN_COMMANDS.values())
        expect(stdout).toContain(`  ${usage}\n      ${purpose}\n`);
      for (const scope of ALL_SCOPES) expect(stdout).toContain(`\n  ${scope} `);
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
    }
    const { status, err } = await admin('key', 'make');
    expect([status, err.error]).toEqual([1, 'Unknown command']);
    expect(err.resolution).toContain('--help');
  });

  it(`creates keys that work, and revokes them${verifies('admin.key-create', 'admin.key-create-answer', 'admin.key-create-name', 'admin.key-revoke')}`, async () => {
    await admin('account', 'create', '--email', 'keys@example.com');
    const { out } = await admin(
      'key',
      'create',
      '--email',
      'KEYS@example.com',
      '--scopes',
      'account:read, entries:read',
      '--name',
      'CI',
    );
    expect(Object.keys(out).toSorted()).toEqual(['id', 'key', 'prefix', 'scopes']);
    expect(out.key).toMatch(/^ar_live_[0-9A-Za-z]{38}$/);
    expect(out.key.startsWith(out.prefix)).toBe(true);
    const api = createApiClient(session.url, out.key);
    expect((await api.get('/api/v1/me')).body.key).toEqual({
      id: out.id,
      name: 'CI',
      scopes: ['account:read', 'entries:read'],
    });
    expect((await admin('key', 'revoke', '--id', out.id)).out).toMatchObject({ id: out.id });
    expect((await api.get('/api/v1/me')).status).toBe(401);
  });

  it(`creates a key with every scope${verifies('admin.key-create-scopes-all')}`, async () => {
    await admin('account', 'create', '--email', 'all@example.com');
    const { out } = await admin('key', 'create', '--email', 'all@example.com', '--scopes', 'all');
    expect(out.scopes.toSorted()).toEqual(ALL_SCOPES.toSorted());
    const [row] = await session.sql('SELECT secret_hash FROM api_keys WHERE id = $1', [out.id]);
    expect(row.secret_hash).toEqual(hashApiKey(out.key));
  });

  it(`changes the plan${verifies('admin.account-set-plan')}`, async () => {
    const account = await session.createAccount('free');
    const api = await account.withScopes(ALL_SCOPES);
    expect(await plan(api)).toBe('free');
    const { out } = await admin('account', 'set-plan', '--email', account.email, '--plan', 'pro');
    expect(out).toEqual({ id: account.accountId, email: account.email, plan: 'pro' });
    expect(await plan(api)).toBe('pro');
  });

  it(`licenses a waitlist by uuid and by slug${verifies('admin.waitlist-license', 'admin.waitlist-license-by-slug')}`, async () => {
    const create = async (slug: string) =>
      (await session.api.post('/api/v1/waitlists', { name: slug, slug })).body.waitlist;
    const [first, second] = [await create('by-uuid'), await create('by-slug')];
    expect((await admin('waitlist', 'license', '--id', first.id)).out).toMatchObject({
      id: first.id,
      licensed: true,
    });
    expect((await admin('waitlist', 'license', '--id', 'by-slug')).out).toMatchObject({ id: second.id });
    const { waitlists } = (await session.api.get('/api/v1/waitlists')).body;
    expect(waitlists.map((waitlist: { licensed: boolean }) => waitlist.licensed)).toEqual([true, true]);
  });

  const refused: [name: string, args: string[], code: string][] = [
    ['no command', [], 'validation_failed'],
    ['an unknown command', ['account', 'delete'], 'validation_failed'],
    [
      'an unknown option',
      ['account', 'create', '--email', 'a@example.com', '--color', 'red'],
      'validation_failed',
    ],
    ['a missing option', ['key', 'create', '--email', 'a@example.com'], 'validation_failed'],
    ['an invalid email', ['account', 'create', '--email', 'nobody'], 'validation_failed'],
    [
      'an email that has an account',
      ['account', 'create', '--email', 'FREE@example.com'],
      'validation_failed',
    ],
    [
      'an unknown plan',
      ['account', 'create', '--email', 'b@example.com', '--plan', 'gold'],
      'validation_failed',
    ],
    [
      'an unknown scope',
      ['key', 'create', '--email', 'free@example.com', '--scopes', 'all,x'],
      'validation_failed',
    ],
    ['an unknown account', ['account', 'set-plan', '--email', 'c@example.com', '--plan', 'pro'], 'not_found'],
    ['an unknown key', ['key', 'revoke', '--id', '00000000-0000-4000-8000-000000000000'], 'not_found'],
    ['a malformed key id', ['key', 'revoke', '--id', 'x'], 'not_found'],
    ['an unknown waitlist', ['waitlist', 'license', '--id', 'nowhere'], 'not_found'],
  ];
  it.each(refused)(
    `refuses %s${verifies('admin.errors-json-on-stderr-exit-1')}`,
    async (_name, args, code) => {
      const { status, stdout, err } = await admin(...args);
      expect({ status, stdout, code: err.code }).toEqual({ status: 1, stdout: '', code });
      expect(err.error).toEqual(expect.any(String));
    },
  );
});

describe('the admin command on an embedded database', () => {
  it(`works without a server, in parallel, and while a server runs${verifies('admin.works-while-server-stopped', 'admin.works-while-server-runs')}`, async () => {
    const folder = await temporaryFolder();
    const variables = { DATA_DIR: folder.path };
    const create = (email: string) => runAdmin(['account', 'create', '--email', email], variables);
    const alone = await Promise.all([create('first@example.com'), create('second@example.com')]);
    expect(alone.map(({ status, stderr }) => ({ status, stderr }))).toEqual([
      { status: 0, stderr: '' },
      { status: 0, stderr: '' },
    ]);

    // While the server starts, and once it is up.
    const [server, racing] = await Promise.all([
      startServer({ dataDir: folder.path }),
      create('third@example.com'),
    ]);
    expect(racing).toMatchObject({ status: 0, stderr: '' });
    const beside = await runAdmin(
      ['key', 'create', '--email', 'first@example.com', '--scopes', 'all'],
      variables,
    );
    const { key } = JSON.parse(beside.stdout);
    const response = await fetch(`${server.url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } });
    expect(await response.json()).toMatchObject({ account: { email: 'first@example.com' } });
    await server.stop();
    await folder.remove();
  });
});
