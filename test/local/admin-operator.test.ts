import { beforeAll, describe, expect, it } from '@jest/globals';
import { startCutProxy } from '../support/cut-proxy.ts';
import { eventually } from '../support/eventually.ts';
import { runAdmin } from '../support/local-process.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

/** Of the SES mailbox simulator, which the local run has too. */
const BOUNCING = 'bounce@simulator.amazonses.com';

describe('what an operator sees and does with the admin command', () => {
  const session = shareSession();
  /** Runs a command that succeeds, or one that fails: the error. */
  const admin = async (...args: string[]) => {
    const { status, stdout, stderr } = await runAdmin(args, { DATABASE_URL: session.databaseUrl });
    return JSON.parse(status === 0 ? stdout : stderr);
  };
  const waitlistId = async (slug: string) =>
    (await session.sql('SELECT id FROM waitlists WHERE slug = $1', [slug]))[0].id as string;
  /** A job that failed for a day. */
  const park = async (kind: string, payload = {}): Promise<string> => {
    const [{ id }] = await session.sql(
      `INSERT INTO outbox (kind, waitlist_id, payload, failures, attempts, parked_at, last_error)
       SELECT $1, w.id, $2, 16, 17, now(), 'TIMEOUT' FROM waitlists w WHERE w.slug = 'tea' RETURNING id::text`,
      [kind, payload],
    );
    return id;
  };

  beforeAll(async () => {
    const create = { name: 'Tea', slug: 'tea', inviteUrl: 'https://tea.example/in' };
    expect((await session.api.post('/api/v1/waitlists', create)).status).toBe(201);
    await session.license('tea');
    await session.api.patch('/api/v1/waitlists/tea', { referralEnabled: true });
  });

  it(`lists accounts, and prints emails only where they are asked for${verifies('admin.account-list')}`, async () => {
    const { email, accountId } = await session.createAccount('free');
    const all = await admin('account', 'list', '--json');
    expect(JSON.stringify(all)).not.toContain('@');
    expect(all.total).toBe(all.accounts.length);
    expect(all.accounts[0]).toEqual({
      id: accountId,
      plan: 'free',
      createdAt: expect.any(String),
      waitlists: 0,
    });
    const found = await admin('account', 'list', '--search', email.toUpperCase(), '--emails');
    expect(found).toMatchObject({ total: 1, accounts: [{ id: accountId, email }] });
    expect(await admin('account', 'list', '--search', '%')).toEqual({ accounts: [], total: 0 });
    const paying = await admin('account', 'list', '--plan', 'pro', '--limit', '1');
    expect(paying.accounts).toMatchObject([{ plan: 'pro' }]);
    expect((await admin('account', 'list', '--limit', '0')).details).toMatchObject([{ path: 'limit' }]);
  });

  it(`shows an account with its limits and what it uses${verifies('admin.account-show')}`, async () => {
    await session.join('tea', { email: 'counted@example.com' });
    await eventually(async () => {
      const shown = await admin('account', 'show', '--email', session.email.toUpperCase());
      expect(shown).toMatchObject({
        id: session.accountId,
        email: session.email,
        plan: 'pro',
        limits: { waitlists: 1000, domains: 50, aiGenerations: 100 },
        usage: { waitlists: 1, licensedWaitlists: 1, entries: 1, imageBytes: 0 },
        emailsToday: { all: 1, announcements: 0 },
        waitlists: [{ slug: 'tea', licensed: true, entries: 1 }],
      });
    });
    expect(JSON.stringify(await admin('account', 'show', '--id', session.accountId))).not.toContain('@');
    expect((await admin('account', 'show', '--id', 'x')).code).toBe('not_found');
    expect((await admin('account', 'show')).details[0].message).toBe('give one of --email or --id');
    const both = await admin('account', 'show', '--id', session.accountId, '--email', session.email);
    expect(both.details[0].message).toBe('give only one of --email or --id');
  });

  it(`shows why jobs are parked, and no address${verifies('admin.jobs')}`, async () => {
    const email = { email: 'ada@example.com', digest: 'ab', purpose: 'place' };
    const id = await park('status_link', email);
    const { counts, jobs } = await admin('job', 'list', '--kind', 'status_link');
    expect(counts).toEqual([
      { kind: 'status_link', lastError: 'TIMEOUT', count: 1, oldest: expect.any(String) },
    ]);
    expect(jobs).toEqual([
      expect.objectContaining({ id, slug: 'tea', accountId: session.accountId, failures: 16 }),
    ]);
    expect(await admin('job', 'show', '--id', id)).toMatchObject({
      id,
      state: 'parked',
      lastError: 'TIMEOUT',
      payload: { purpose: 'place' },
    });
    expect(JSON.stringify([jobs, await admin('job', 'show', '--id', id)])).not.toContain('ada@');
    expect(await admin('job', 'drop', '--id', id)).toEqual({ id, kind: 'status_link', dropped: true });
    expect((await admin('job', 'show', '--id', id)).code).toBe('not_found');
  });

  it(`drops what sends one email${verifies('admin.jobs')}`, async () => {
    for (const kind of ['invitation_email', 'invitation_reminder'])
      expect(await admin('job', 'drop', '--id', await park(kind))).toMatchObject({ kind, dropped: true });
  });

  it(`retries and drops parked jobs, except those whose work must be done${verifies('admin.jobs')}`, async () => {
    const copies = await park('deliver_signups');
    expect((await admin('job', 'drop', '--id', copies)).error).toContain('is never dropped');
    // The worker finds nothing to copy, and is done.
    expect(await admin('job', 'retry', '--kind', 'deliver_signups')).toEqual({ retried: 1 });
    await session.join('tea', { email: 'wakes@example.com' });
    await eventually(async () => expect((await admin('job', 'show', '--id', copies)).code).toBe('not_found'));
    const [one, two] = [await park('sender_notice'), await park('webhook_disabled')];
    expect(await admin('job', 'retry', '--id', one)).toEqual({ retried: 1 });
    expect((await admin('job', 'retry', '--id', one)).code).toBe('not_found');
    expect((await admin('job', 'drop', '--id', one)).code).toBe('not_found');
    expect(await admin('job', 'retry', '--kind', 'all')).toEqual({ retried: 1 });
    expect((await admin('job', 'list')).jobs).toEqual([]);
    expect((await admin('job', 'retry', '--id', two)).code).toBe('not_found');
    const { resolution } = await admin('job', 'kill');
    expect(resolution).toMatch(/job list .*job show .*job retry .*job drop /);
    expect(resolution).not.toContain('account');
  });

  it(`shows the path of a signup, without names and addresses${verifies('admin.signup-show')}`, async () => {
    const { referralCode } = (await session.join('tea', { email: BOUNCING, name: 'Grace' })).body;
    await session.join('tea', { email: 'friend@example.com', referralCode });
    const show = (...who: string[]) => admin('signup', 'show', '--waitlist', 'tea', ...who);
    await eventually(async () => {
      const { steps } = await show('--email', BOUNCING.toUpperCase());
      expect(steps.map(({ what }: { what: string }) => what)).toEqual(
        expect.arrayContaining(['joined', 'friend joined', 'email sent', 'email bounced']),
      );
    });
    const { steps } = await show('--email', BOUNCING);
    expect(JSON.stringify(steps)).not.toMatch(/@|Grace/);
    expect(steps.find(({ what }: { what: string }) => what === 'email bounced').detail).toBe(
      'no longer emailed',
    );
    const times = steps.map(({ at }: { at: string }) => at);
    expect(times).toEqual(times.toSorted());
    // The address that bounced is not invited.
    const friend = await show('--email', 'friend@example.com');
    const id = /entry ([0-9a-f-]{36})/.exec(friend.steps[0].detail)?.[1] ?? '';
    await session.api.post('/api/v1/waitlists/tea/invitations', { entryIds: [id] });
    const invited = await admin('signup', 'show', '--waitlist', await waitlistId('tea'), '--entry', id);
    expect(invited.steps).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ what: 'invitation', detail: expect.stringContaining('invited') }),
        expect.objectContaining({ what: 'referral', detail: expect.stringMatching(/^(credited|held)/) }),
      ]),
    );
    expect((await show('--email', 'nobody@example.com')).code).toBe('not_found');
    expect((await show('--entry', 'nobody')).code).toBe('not_found');
  });

  it(`shows a signup that waits for its confirmation${verifies('admin.signup-show')}`, async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Oat', slug: 'oat', confirmation: 'required' });
    await session.join('oat', { email: 'waits@example.com' });
    const { steps } = await admin('signup', 'show', '--waitlist', 'oat', '--email', 'waits@example.com');
    expect(steps[0]).toMatchObject({ what: 'asked to confirm the address' });
  });

  it(`leaves the schema of a deployed database alone${verifies('admin.deployed')}`, async () => {
    // A deployment has no keys of a local run. What it has not migrated yet is not ours to do.
    await session.sql('ALTER TABLE local_keys RENAME TO kept_keys');
    await session.sql("DELETE FROM schema_migrations WHERE name = 'routines/outbox.sql'");
    // A connection that breaks does not tell whose database it is, so no other follows.
    const proxy = await startCutProxy(session.databaseUrl);
    proxy.cut();
    try {
      const broken = await runAdmin(['account', 'list'], {
        DATABASE_URL: proxy.through(session.databaseUrl),
      });
      expect([broken.status, proxy.connections()]).toEqual([1, 1]);
      expect((await admin('account', 'list')).total).toBeGreaterThan(0);
      expect(
        await session.sql("SELECT name FROM schema_migrations WHERE name = 'routines/outbox.sql'"),
      ).toEqual([]);
    } finally {
      await session.sql('ALTER TABLE kept_keys RENAME TO local_keys');
      await proxy.stop();
    }
    await admin('account', 'list');
    expect(
      await session.sql("SELECT name FROM schema_migrations WHERE name = 'routines/outbox.sql'"),
    ).toHaveLength(1);
  });
});
