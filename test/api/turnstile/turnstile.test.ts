import { beforeAll, describe, expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const SITE_KEY = '0x4AAAAAAAsite-key_of_Ada';
const SECRET_KEY = '0x4AAAAAAAsecret-key_of_Ada-Lovelace';
const KEYS = { siteKey: SITE_KEY, secretKey: SECRET_KEY };
const NONE = { hasCustomSiteKey: false, hasCustomSecretKey: false, mode: 'none' };
const CUSTOM = { hasCustomSiteKey: true, hasCustomSecretKey: true, mode: 'custom' };

describe('the bot-challenge keys of a waitlist', () => {
  const session = shareSession();
  let lists = 0;

  /** A new waitlist. @returns the path of its keys, and its slug */
  async function create(api = session.api): Promise<{ path: string; slug: string; id: string }> {
    const slug = `keys-${++lists}`;
    const { body } = await api.post('/api/v1/waitlists', { name: 'Keys', slug });
    return { path: `/api/v1/waitlists/${slug}/turnstile`, slug, id: body.waitlist.id };
  }

  const put = (path: string, body: unknown, api = session.api) =>
    api.request('PUT', path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });

  describe('GET 200', () => {
    it(`shows which keys are set, by slug and by uuid${verifies('turnstile.get-200', 'turnstile.object-shape', 'turnstile.mode-shared-or-none')}`, async () => {
      const { path, id } = await create();
      for (const each of [path, `/api/v1/waitlists/${id}/turnstile`]) {
        const { status, body } = await session.api.get(each);
        expect([status, body]).toEqual([200, NONE]);
      }
      await put(path, KEYS);
      expect((await session.api.get(path)).body).toEqual(CUSTOM);
    });
  });

  describe('PUT 200', () => {
    it(`sets both and returns the object${verifies('turnstile.set-200', 'turnstile.object-shape', 'turnstile.mode-custom-needs-both-keys')}`, async () => {
      const { path } = await create();
      const { status, body } = await put(path, KEYS);
      expect([status, body]).toEqual([200, CUSTOM]);
    });

    it(`keeps omitted fields and clears null ones${verifies('turnstile.omitted-unchanged', 'turnstile.null-clears-that-field', 'turnstile.mode-custom-needs-both-keys')}`, async () => {
      const { path, slug } = await create();
      const steps: [object, boolean, boolean][] = [
        [{}, false, false],
        [{ siteKey: SITE_KEY }, true, false],
        [{ secretKey: SECRET_KEY }, true, true],
        [{}, true, true],
        [{ mode: 'custom' }, true, true],
        [{ siteKey: null }, false, true],
        [{ siteKey: SITE_KEY }, true, true],
        [{ secretKey: null }, true, false],
        [{ siteKey: null, secretKey: SECRET_KEY }, false, true],
        [{ siteKey: null, secretKey: null }, false, false],
      ];
      for (const [sent, hasCustomSiteKey, hasCustomSecretKey] of steps) {
        const mode = hasCustomSiteKey && hasCustomSecretKey ? 'custom' : 'none';
        const { status, body } = await put(path, sent);
        expect([sent, status, body]).toEqual([sent, 200, { hasCustomSiteKey, hasCustomSecretKey, mode }]);
        const [row] = await session.sql('SELECT turnstile_site_key AS key FROM waitlists WHERE slug = $1', [
          slug,
        ]);
        expect(row.key).toBe(hasCustomSiteKey ? SITE_KEY : null);
      }
    });

    it(`rotates the secret alone${verifies('turnstile.secret-rotated-alone')}`, async () => {
      const { path, slug } = await create();
      await put(path, KEYS);
      const sealed = async () =>
        (await session.sql('SELECT turnstile_secret AS s FROM waitlists WHERE slug = $1', [slug]))[0].s;
      const before = await sealed();
      expect((await put(path, { secretKey: `${SECRET_KEY}-2` })).body).toEqual(CUSTOM);
      expect(await sealed()).not.toEqual(before);
    });

    it('accepts Cloudflare’s dummy keys, and trims whitespace around a key', async () => {
      const { path, slug } = await create();
      const dummy = {
        siteKey: ' 1x00000000000000000000AA\n',
        secretKey: '1x0000000000000000000000000000000AA ',
      };
      expect((await put(path, dummy)).body).toEqual(CUSTOM);
      const [row] = await session.sql('SELECT turnstile_site_key AS key FROM waitlists WHERE slug = $1', [
        slug,
      ]);
      expect(row.key).toBe('1x00000000000000000000AA');
    });
  });

  describe('DELETE 200', () => {
    it(`clears both and returns the object; a repeat changes nothing${verifies('turnstile.clear-200', 'turnstile.delete-answers-object')}`, async () => {
      const { path } = await create();
      await put(path, KEYS);
      for (const _ of ['once', 'again']) {
        const { status, body } = await session.api.delete(path);
        expect([status, body]).toEqual([200, NONE]);
      }
    });
  });

  describe('400', () => {
    it.each<[unknown, string]>([
      [{ siteKey: '' }, 'siteKey'],
      [{ siteKey: 7 }, 'siteKey'],
      [{ siteKey: 'too-short' }, 'siteKey'],
      [{ siteKey: 'k'.repeat(101) }, 'siteKey'],
      [{ siteKey: 'has blanks inside' }, 'siteKey'],
      [{ siteKey: '"><script>alert(1)' }, 'siteKey'],
      [{ secretKey: '' }, 'secretKey'],
      [{ secretKey: ['0x4AAAAAAAsecret'] }, 'secretKey'],
      [{ secretKey: 'secret\u0000secret' }, 'secretKey'],
      [{ secretKey: 'geheimer-schlüssel' }, 'secretKey'],
      [{ siteKey: SITE_KEY, secretKey: SITE_KEY }, 'secretKey'],
    ])('names the field, does not echo the value, and changes nothing: %j', async (sent, field) => {
      const { path } = await create();
      const { status, body } = await put(path, sent);
      expect([status, body.code, body.details[0].path]).toEqual([400, 'validation_failed', field]);
      expect(body.details[0].message).toMatch(/^must be /);
      const value = (sent as Record<string, unknown>)[field];
      if (typeof value === 'string' && value !== '') expect(JSON.stringify(body)).not.toContain(value);
      expect((await session.api.get(path)).body).toEqual(NONE);
    });
  });

  describe('402', () => {
    it(`for setting a key without the capability; clearing needs none, and existing keys stay${verifies('payment.capability-required-turnstile', 'payment.capability-upgrade-url', 'payment.null-keys-need-no-plan', 'payment.downgrade-keeps-what-was-set-up')}`, async () => {
      const account = await session.createAccount('pro');
      const api = await account.withScopes(['waitlists:read', 'waitlists:write', 'domains:write']);
      const { path } = await create(api);
      await put(path, KEYS, api);
      await session.sql("UPDATE accounts SET plan = 'free' WHERE id = $1", [account.accountId]);
      expect((await api.get(path)).body).toEqual(CUSTOM);
      for (const sent of [
        { siteKey: SITE_KEY },
        { secretKey: SECRET_KEY },
        KEYS,
        { ...KEYS, siteKey: null },
      ]) {
        const { status, body } = await put(path, sent, api);
        expect(status).toBe(402);
        expect(body).toMatchObject({
          code: 'capability_required',
          resolution: expect.any(String),
          upgradeUrl: `${session.url}/dashboard/billing`,
          priceUsd: 49,
        });
      }
      expect((await api.get(path)).body).toEqual(CUSTOM);
      expect((await put(path, {}, api)).status).toBe(200);
      expect((await put(path, { siteKey: null }, api)).body).toMatchObject({ hasCustomSiteKey: false });
      expect((await api.delete(path)).body).toEqual(NONE);
    });

    it('comes after the checks of the input and the waitlist', async () => {
      const api = await session.otherAccount('free');
      expect((await put('/api/v1/waitlists/none-such/turnstile', KEYS, api)).status).toBe(404);
      expect((await put('/api/v1/waitlists/none-such/turnstile', { siteKey: 1 }, api)).status).toBe(400);
    });
  });

  describe('404', () => {
    it('for an unknown waitlist', async () => {
      for (const name of ['none-such', 'NO SLUG', '6f1c9a52-8f5c-4d7a-9d0e-2f8a1b0c3d4e']) {
        const path = `/api/v1/waitlists/${encodeURIComponent(name)}/turnstile`;
        expect((await session.api.get(path)).status).toBe(404);
        expect((await put(path, KEYS)).status).toBe(404);
        expect((await session.api.delete(path)).status).toBe(404);
      }
    });

    it('for another account’s waitlist, whose keys stay', async () => {
      const { path } = await create();
      await put(path, KEYS);
      const stranger = await session.otherAccount();
      expect((await stranger.get(path)).status).toBe(404);
      expect((await put(path, { siteKey: null }, stranger)).status).toBe(404);
      expect((await stranger.delete(path)).status).toBe(404);
      expect((await session.api.get(path)).body).toEqual(CUSTOM);
    });
  });

  it(`never returns the secret, and stores it encrypted${verifies('turnstile.secret-never-returned')}`, async () => {
    const { path, slug } = await create();
    const answers = [await put(path, KEYS), await session.api.get(path)];
    answers.push(await session.api.get(`/api/v1/waitlists/${slug}`));
    answers.push(await session.api.get('/api/v1/waitlists'));
    answers.push(await session.visitor.get(`/w/${slug}`));
    answers.push(await session.api.delete(path));
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain('secret-key_of');
    await put(path, KEYS);
    const [row] = await session.sql(
      'SELECT w::text AS row, turnstile_secret AS sealed FROM waitlists w WHERE slug = $1',
      [slug],
    );
    expect(row.row).not.toContain('secret-key_of');
    expect(row.sealed.toString('latin1')).not.toContain('secret-key_of');
  });
});

describe('with shared keys', () => {
  const session = shareSession({
    environment: {
      TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
      TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA',
    },
  });

  it(`uses them until the waitlist has both custom keys, and again after those are removed${verifies('turnstile.mode-shared-or-none', 'turnstile.delete-reverts-to-shared', 'turnstile.mode-custom-needs-both-keys')}`, async () => {
    const path = '/api/v1/waitlists/shared/turnstile';
    await session.api.post('/api/v1/waitlists', { name: 'Shared', slug: 'shared' });
    const put = async (sent: unknown) =>
      (
        await session.api.request('PUT', path, {
          body: JSON.stringify(sent),
          headers: { 'content-type': 'application/json' },
        })
      ).body.mode;
    expect((await session.api.get(path)).body.mode).toBe('shared');
    expect(await put({ siteKey: SITE_KEY })).toBe('shared');
    expect(await put({ secretKey: SECRET_KEY })).toBe('custom');
    expect((await session.visitor.get('/w/shared')).body).toContain(SITE_KEY);
    expect((await session.api.delete(path)).body.mode).toBe('shared');
    expect((await session.visitor.get('/w/shared')).body).toContain('1x00000000000000000000AA');
  });
});

describe('outside the local run', () => {
  const session = shareSession({ environment: { ALLOW_DUMMY_CHALLENGE_KEYS: 'false' } });
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Deployed', slug: 'deployed' });
  });

  it.each([
    ['siteKey', '1x00000000000000000000AA'],
    ['siteKey', '2x00000000000000000000AB'],
    ['siteKey', '1x00000000000000000000BB'],
    ['siteKey', '2x00000000000000000000BB'],
    ['siteKey', ' 3x00000000000000000000FF '],
    ['secretKey', '1x0000000000000000000000000000000AA'],
    ['secretKey', '2x0000000000000000000000000000000AA'],
    ['secretKey', '3x0000000000000000000000000000000AA'],
  ])(
    `refuses a %s that Cloudflare publishes for tests (%s)${verifies('turnstile.dummy-keys-400')}`,
    async (field, key) => {
      const path = '/api/v1/waitlists/deployed/turnstile';
      const { status, body } = await session.api.request('PUT', path, {
        body: JSON.stringify({ ...KEYS, [field]: key }),
        headers: { 'content-type': 'application/json' },
      });
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.details).toEqual([{ path: field, message: expect.stringContaining('your own widget') }]);
      expect((await session.api.get(path)).body).toEqual({ ...NONE, mode: 'none' });
    },
  );
});
