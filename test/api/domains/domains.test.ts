import { describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const ORIGIN = 'cname.anteroom.test';
const NONE = { domain: null, state: 'none', cname: null, txt: null, reason: null, checkedAt: null };

const session = shareSession();
let lists = 0;

/** A waitlist with no domain, and the path of its domain. */
async function waitlist(of: ApiClient): Promise<{ slug: string; path: string }> {
  const slug = `domains-${++lists}`;
  await of.post('/api/v1/waitlists', { name: slug, slug });
  return { slug, path: `/api/v1/waitlists/${slug}/domain` };
}

/** Waits until a domain is active, and returns the domain object. */
async function active(of: ApiClient, path: string, domain: string) {
  await eventually(async () => {
    const rows = await session.sql(
      `SELECT state FROM custom_domains WHERE domain = $1 AND waitlist_id IS NOT NULL`,
      [domain],
    );
    expect(rows).toEqual([{ state: 'active' }]);
  });
  const { body } = await of.get(path);
  expect(body.state).toBe('active');
  return body;
}

describe('GET …/domain', () => {
  it(`answers none when there is no domain${verifies('domains.get-200', 'domains.object-shape')}`, async () => {
    const api = await session.otherAccount();
    const { path } = await waitlist(api);
    const { status, body } = await api.get(path);
    expect([status, body]).toEqual([200, NONE]);
  });

  it(`checks a candidate and changes nothing${verifies('domains.check-shape', 'domains.check-changes-nothing', 'domains.configured-public-cname', 'domains.cname-value-fallback-origin')}`, async () => {
    const api = await session.otherAccount();
    const { path } = await waitlist(api);
    const { status, body } = await api.get(`${path}?check=Candidate.TEST.`);
    expect([status, body]).toEqual([
      200,
      {
        domain: 'candidate.test',
        available: true,
        configured: false,
        cname: { type: 'CNAME', name: 'candidate.test', value: ORIGIN },
        reason: expect.stringContaining('CNAME'),
      },
    ]);
    expect((await api.get(path)).body).toEqual(NONE);
    expect(await session.sql(`SELECT FROM custom_domains WHERE domain = 'candidate.test'`)).toEqual([]);
  });

  it('says a candidate is available only to its owner, and not if it is connected elsewhere', async () => {
    const api = await session.otherAccount();
    const [mine, other] = [await waitlist(api), await waitlist(api)];
    await api.post(mine.path, { domain: 'whose.test' });
    const available = async (path: string, check: string) =>
      (await api.get(`${path}?check=${check}`)).body.available;
    expect(await available(mine.path, 'whose.test')).toBe(true);
    expect(await available(other.path, 'whose.test')).toBe(false);
    expect(await available(other.path, 'fail-it.test')).toBe(false);
  });

  it('400 for an invalid candidate, 404 for another account’s waitlist', async () => {
    const api = await session.otherAccount();
    const { path } = await waitlist(api);
    const { status, body } = await api.get(`${path}?check=10.0.0.1`);
    expect([status, body.details[0].path]).toEqual([400, 'check']);
    const stranger = await session.otherAccount();
    expect((await stranger.get(path)).status).toBe(404);
  });
});

describe('POST …/domain', () => {
  it(`answers with the record to create; the domain is active two seconds later${verifies('domains.connect-200', 'domains.verifying-while-pending', 'domains.states', 'domains.certificate-automatic', 'domains.local-active-after-2-seconds')}`, async () => {
    const api = await session.otherAccount();
    const { path } = await waitlist(api);
    const start = Date.now();
    const { status, body } = await api.post(path, { domain: 'Shop.Test' });
    const cname = { type: 'CNAME', name: 'shop.test', value: ORIGIN };
    expect([status, body]).toEqual([
      200,
      {
        domain: 'shop.test',
        state: 'verifying',
        cname,
        txt: null,
        reason: expect.stringContaining(ORIGIN),
        checkedAt: null,
      },
    ]);
    const shown = await active(api, path, 'shop.test');
    expect(shown).toEqual({
      domain: 'shop.test',
      state: 'active',
      cname,
      txt: null,
      reason: null,
      checkedAt: expect.stringMatching(/\.\d{3}Z$/),
    });
    const took = Date.parse(shown.checkedAt) - start;
    expect(took).toBeGreaterThanOrEqual(1_990);
    expect(took).toBeLessThan(6_000);
  });

  it.concurrent(`with the current domain answers its state; with another one is refused${verifies('domains.same-again-200', 'domains.second-while-connected-422')}`, async () => {
    const api = await session.otherAccount();
    const { path } = await waitlist(api);
    await api.post(path, { domain: 'again.test' });
    await active(api, path, 'again.test');
    const again = await api.post(path, { domain: 'AGAIN.test.' });
    expect([again.status, again.body.state]).toEqual([200, 'active']);
    const second = await api.post(path, { domain: 'second.test' });
    expect([second.status, second.body.code]).toEqual([422, 'domain_registration_failed']);
    expect((await api.get(path)).body.domain).toBe('again.test');
  });

  it.concurrent(`422 for a domain of another waitlist, and nothing changes${verifies('domains.held-by-another-422', 'domains.held-by-another-changes-nothing', 'domains.registration-failed-422')}`, async () => {
    const api = await session.otherAccount();
    const [holder, other] = [await waitlist(api), await waitlist(api)];
    await api.post(holder.path, { domain: 'held.test' });
    const held = await active(api, holder.path, 'held.test');
    const stranger = await session.otherAccount();
    const theirs = await waitlist(stranger);
    for (const [of, path] of [
      [api, other.path],
      [stranger, theirs.path],
    ] as const) {
      const { status, body } = await of.post(path, { domain: 'held.test' });
      expect([status, body.code, typeof body.resolution]).toEqual([
        422,
        'domain_registration_failed',
        'string',
      ]);
      expect((await of.get(path)).body).toEqual(NONE);
    }
    expect((await api.get(holder.path)).body).toMatchObject({ domain: held.domain });
  });

  it(`422 where the registration fails${verifies('domains.local-fail-422', 'domains.registration-failed-422', 'errors.code-domain-registration-failed', 'errors.422-error-explains')}`, async () => {
    const api = await session.otherAccount();
    const { path } = await waitlist(api);
    const { status, body } = await api.post(path, { domain: 'fail-me.test' });
    expect([status, body.code]).toEqual([422, 'domain_registration_failed']);
    expect(body.error).toMatch(/\w+ \w+/);
    expect((await api.get(path)).body).toEqual(NONE);
  });

  it(`gives a domain to exactly one of many concurrent waitlists of an account${verifies('domains.concurrent-one-wins')}`, async () => {
    const api = await session.otherAccount();
    const all = await Promise.all(Array.from({ length: 8 }, () => waitlist(api)));
    const answers = await Promise.all(all.map(({ path }) => api.post(path, { domain: 'race.test' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)]);
    expect(await session.sql(`SELECT FROM custom_domains WHERE domain = 'race.test'`)).toHaveLength(1);
  });

  it('gives a waitlist exactly one of many concurrent domains', async () => {
    const api = await session.otherAccount();
    const { path } = await waitlist(api);
    const answers = await Promise.all([1, 2, 3, 4].map(n => api.post(path, { domain: `only-${n}.test` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  });

  it.each<[string, unknown]>([
    [verifies('domains.connect-needs-domain'), undefined],
    [verifies('domains.connect-needs-domain'), 7],
    [verifies('domains.not-registrable-400'), 'co.uk'],
    [verifies('domains.not-registrable-400'), 'github.io'],
    [verifies('domains.not-registrable-400'), 'localhost'],
    [verifies('domains.not-registrable-400'), 'printer.local'],
    [verifies('domains.not-registrable-400'), 'https://example.com/'],
    [verifies('domains.not-registrable-400'), '127.0.0.1'],
    [verifies('domains.below-our-own-400'), ORIGIN],
    [verifies('domains.below-our-own-400'), `x.${ORIGIN}`],
  ])('400 names the field%s %#', async (_, domain) => {
    const api = await session.otherAccount();
    const { path } = await waitlist(api);
    const { status, body } = await api.post(path, domain === undefined ? {} : { domain });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.details[0].path).toBe('domain');
  });

  it.concurrent(`402 without the capability, after 400 and 404 and before 422; an existing domain stays and can be disconnected${verifies('domains.capability-402', 'payment.capability-required-domain', 'payment.capability-upgrade-url', 'payment.delete-needs-no-plan', 'payment.downgrade-keeps-what-was-set-up')}`, async () => {
    const api = await session.otherAccount();
    const { path } = await waitlist(api);
    const account = await session.createAccount('pro');
    const free = await account.withScopes(['waitlists:read', 'waitlists:write', 'domains:write']);
    const theirs = await waitlist(free);
    await free.post(theirs.path, { domain: 'downgraded.test' });
    await session.sql(`UPDATE accounts SET plan = 'free' WHERE id = $1`, [account.accountId]);
    const second = await waitlist(free);
    for (const domain of ['free.test', 'downgraded.test']) {
      const { status, body } = await free.post(second.path, { domain });
      expect([status, body]).toEqual([
        402,
        expect.objectContaining({
          code: 'capability_required',
          upgradeUrl: `${session.url}/dashboard/billing`,
          priceUsd: 49,
        }),
      ]);
    }
    expect((await free.post(second.path, { domain: 'co.uk' })).status).toBe(400);
    expect((await free.post(path, { domain: 'free.test' })).status).toBe(404);
    await active(free, theirs.path, 'downgraded.test');
    expect((await free.delete(theirs.path)).body).toEqual(NONE);
  });
});

describe('DELETE …/domain', () => {
  it.concurrent(`answers none, and the page stays under its slug${verifies('domains.disconnect-200', 'domains.delete-answers-object', 'domains.none-after-delete', 'domains.slug-url-after-disconnect')}`, async () => {
    const api = await session.otherAccount();
    const { path, slug } = await waitlist(api);
    await api.post(path, { domain: 'gone.test' });
    await active(api, path, 'gone.test');
    for (const _ of ['connected', 'already gone']) {
      const { status, body } = await api.delete(path);
      expect([status, body]).toEqual([200, NONE]);
    }
    expect((await api.get(path)).body).toEqual(NONE);
    expect((await session.visitor.get(`/w/${slug}`)).status).toBe(200);
  });

  it.concurrent(`holds the domain for its last account for 7 days${verifies('domains.released-held-7-days', 'domains.released-reconnected-by-last-account')}`, async () => {
    const api = await session.otherAccount();
    const [first, second] = [await waitlist(api), await waitlist(api)];
    const stranger = await session.otherAccount();
    const theirs = await waitlist(stranger);
    await api.post(first.path, { domain: 'kept.test' });
    await active(api, first.path, 'kept.test');
    await api.delete(first.path);
    expect((await stranger.post(theirs.path, { domain: 'kept.test' })).status).toBe(422);
    expect((await api.post(second.path, { domain: 'kept.test' })).status).toBe(200);
    await api.delete(second.path);

    const age = (days: string) =>
      session.sql(
        `UPDATE custom_domains SET last_active_at = now() - $1::interval WHERE domain = 'kept.test'`,
        [days],
      );
    await age('6 days 23 hours');
    expect((await stranger.post(theirs.path, { domain: 'kept.test' })).status).toBe(422);
    await age('7 days 1 second');
    expect((await stranger.post(theirs.path, { domain: 'kept.test' })).status).toBe(200);
    await active(stranger, theirs.path, 'kept.test');
  });

  it.concurrent(`holds the domain of a deleted account, and tells others so${verifies('domains.released-held-7-days')}`, async () => {
    const api = await session.otherAccount();
    const account = await session.createAccount('pro');
    const leaving = await account.signIn();
    const { path } = await waitlist(leaving);
    await leaving.post(path, { domain: 'orphan.test' });
    await active(leaving, path, 'orphan.test');
    const next = await waitlist(api);
    expect((await leaving.delete(`/api/v1/dashboard/account?email=${account.email}`)).status).toBe(200);
    const kept = await session.sql(`SELECT account_id FROM custom_domains WHERE domain = 'orphan.test'`);
    expect(kept).toEqual([{ account_id: null }]);
    expect((await api.get(`${next.path}?check=orphan.test`)).body.available).toBe(false);
    expect((await api.post(next.path, { domain: 'orphan.test' })).status).toBe(422);

    await session.sql(
      `UPDATE custom_domains SET last_active_at = now() - interval '7 days 1 second' WHERE domain = 'orphan.test'`,
    );
    expect((await api.get(`${next.path}?check=orphan.test`)).body.available).toBe(true);
    expect((await api.post(next.path, { domain: 'orphan.test' })).status).toBe(200);
  });

  it.concurrent(`releases the domain of a deleted waitlist, which its account can reconnect immediately${verifies('domains.waitlist-delete-disconnects')}`, async () => {
    const api = await session.otherAccount();
    const { path, slug } = await waitlist(api);
    await api.post(path, { domain: 'outlives.test' });
    await active(api, path, 'outlives.test');
    await api.delete(`/api/v1/waitlists/${slug}`);
    const next = await waitlist(api);
    expect((await api.get(`${next.path}?check=outlives.test`)).body.available).toBe(true);
    expect((await api.post(next.path, { domain: 'outlives.test' })).status).toBe(200);
    await active(api, next.path, 'outlives.test');
  });
});
