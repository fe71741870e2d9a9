import { describe, expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

/** A string of `length` code points, each two UTF-16 units and four bytes. */
const rockets = (length: number) => '🚀'.repeat(length);

/** Valid page code of `length` code points. */
function codeOf(length: number): string {
  const [head, tail] = ['function GeneratedWaitlist() { /*', '*/ return null; }'];
  return head + rockets(length - head.length - tail.length) + tail;
}

describe('POST /api/v1/waitlists', () => {
  const session = shareSession();

  const create = (body: Record<string, unknown>) => session.api.post('/api/v1/waitlists', body);

  describe('201', () => {
    it(`creates a waitlist from a name, with every default${verifies('waitlists.create-201', 'waitlists.slug-generated-when-omitted', 'waitlists.referral-boost-default-5', 'waitlists.field-licensed', 'waitlists.field-url', 'waitlists.url-in-every-response')}`, async () => {
      const { status, body } = await create({ name: 'Café Nord' });
      expect(status).toBe(201);
      expect(body).toEqual({
        waitlist: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          slug: 'cafe-nord',
          name: 'Café Nord',
          description: null,
          licensed: false,
          seoTitle: null,
          seoDescription: null,
          seoKeywords: null,
          ogImage: null,
          referralEnabled: false,
          referralBoost: 5,
          referralMessage: null,
          design: {
            template: 'door',
            brandColor: null,
            logoUrl: null,
            imageUrl: null,
            headline: null,
            tagline: null,
            buttonLabel: null,
            appearance: 'auto',
            launchAt: null,
          },
          allowedOrigins: [],
          shareUrl: null,
          inviteUrl: null,
          invitationPlan: null,
          confirmation: 'none',
          opensAt: null,
          closesAt: null,
          capacity: null,
          closedMessage: null,
          emailRules: { blockDisposable: false, allow: [], block: [] },
          door: 'open',
          questions: [],
          languages: ['en'],
          translations: {},
          senderId: null,
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          url: `${session.url}/w/cafe-nord`,
        },
      });
    });

    it(`stores every field, and publishes the page immediately${verifies('waitlists.live-at-once', 'waitlists.field-slug', 'waitlists.field-name', 'waitlists.field-description', 'waitlists.field-seo-title', 'waitlists.field-seo-description', 'waitlists.field-seo-keywords', 'waitlists.field-og-image', 'waitlists.field-referral-boost', 'waitlists.field-referral-message', 'http.times-rfc3339-utc-milliseconds', 'waitlists.field-created-at', 'waitlists.field-id')}`, async () => {
      const sent = {
        name: 'Rockets',
        slug: 'rockets-2',
        description: 'for us',
        seoTitle: 'Rockets for all',
        seoDescription: 'Cheap rockets',
        seoKeywords: 'rockets,space',
        ogImage: 'https://cdn.example.com/social.png',
        referralBoost: 7,
        referralMessage: 'Tell your friends',
      };
      const before = Date.now();
      const { status, body } = await create({ ...sent, referralEnabled: false });
      expect(status).toBe(201);
      expect(body.waitlist).toMatchObject(sent);
      expect(Math.abs(new Date(body.waitlist.createdAt).getTime() - before)).toBeLessThan(60_000);
      const page = await session.visitor.get('/w/rockets-2');
      expect(page.status).toBe(200);
      expect(page.body).toContain('Rockets for all');
    });

    it.each<[string, string, number, (length: number) => unknown]>([
      [verifies('waitlists.name-length'), 'name', 1, rockets],
      [verifies('waitlists.name-length'), 'name', 100, rockets],
      [verifies('waitlists.slug-length'), 'slug', 3, length => 'a'.repeat(length)],
      [verifies('waitlists.slug-length'), 'slug', 100, length => 'z'.repeat(length)],
      [verifies('waitlists.description-length'), 'description', 500, rockets],
      [verifies('waitlists.seo-title-length'), 'seoTitle', 70, rockets],
      [verifies('waitlists.seo-description-length'), 'seoDescription', 160, rockets],
      [verifies('waitlists.seo-keywords-length'), 'seoKeywords', 255, rockets],
      [verifies('waitlists.referral-message-length'), 'referralMessage', 500, rockets],
      [verifies('waitlists.referral-boost-range'), 'referralBoost', 1, boost => boost],
      [verifies('waitlists.referral-boost-range'), 'referralBoost', 100, boost => boost],
    ])('accepts the maximum length, in code points%s (%s %i)', async (_, field, limit, valueAt) => {
      const value = valueAt(limit);
      const { status, body } = await create({ name: 'Limit', [field]: value });
      expect([status, body.waitlist?.[field]]).toEqual([201, value]);
      const { waitlist } = (await session.api.get(`/api/v1/waitlists/${body.waitlist.id}`)).body;
      expect(waitlist[field]).toBe(value);
    });

    it(`accepts page code of 200,000 code points${verifies('waitlists.react-code-length')}`, async () => {
      const reactCode = codeOf(200_000);
      const { status, body } = await create({ name: 'Long code', reactCode });
      expect(status).toBe(201);
      const { waitlist } = (await session.api.get(`/api/v1/waitlists/${body.waitlist.id}`)).body;
      expect(waitlist.reactCode === reactCode).toBe(true);
    });

    it('warns about page code that will not work, on create and update, and saves it', async () => {
      const broken = 'function GeneratedWaitlist() { fetch("/x"); return icon; }';
      const made = await create({ name: 'Warned', reactCode: broken });
      const warnings = [
        'fetch does not work, because page code has no network (line 1, column 32)',
        'icon is not defined (line 1, column 52)',
      ];
      expect([made.status, made.body.warnings]).toEqual([201, warnings]);
      const path = `/api/v1/waitlists/${made.body.waitlist.id}`;
      expect((await session.api.get(path)).body.waitlist.reactCode).toBe(broken);
      const update = async (change: Record<string, unknown>) => (await session.api.patch(path, change)).body;
      expect(await update({ name: 'Renamed' })).not.toHaveProperty('warnings');
      expect((await update({ reactCode: broken })).warnings).toEqual(warnings);
      expect(await update({ reactCode: 'function GeneratedWaitlist() { return null; }' })).not.toHaveProperty(
        'warnings',
      );
    });

    it.each(['---', `-${'a1-'.repeat(33)}`, '007'])(
      `accepts hyphens anywhere (%s)${verifies('waitlists.slug-hyphens-anywhere', 'waitlists.slug-characters')}`,
      async slug => {
        const { status, body } = await create({ name: 'Hyphens', slug });
        expect([status, body.waitlist?.slug]).toEqual([201, slug]);
        expect((await session.visitor.get(`/w/${slug}`)).status).toBe(200);
      },
    );

    it(`adds a suffix to a generated slug that is taken${verifies('waitlists.slug-generated-suffix')}`, async () => {
      const [first, second] = [await create({ name: 'Twice' }), await create({ name: 'Twice' })];
      expect(first.body.waitlist.slug).toBe('twice');
      expect(second.body.waitlist.slug).toMatch(/^twice-[a-z0-9]+$/);
    });

    it(`refuses unknown members, and says what was meant${verifies('http.unknown-members')}`, async () => {
      const { status, body } = await create({
        name: 'Unknown',
        referral_boost: 3,
        brandColor: '#123456',
        nonsense: { a: 1 },
        design: { headlin: 'Hi', name: 'x', launchAt: '2026-11-27' },
      });
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.details).toEqual([
        { path: 'referral_boost', message: 'is unknown: did you mean referralBoost?' },
        { path: 'brandColor', message: 'belongs in design: send {"design": {"brandColor": …}}' },
        { path: 'nonsense', message: expect.stringMatching(/^is unknown: this takes name, slug, /) },
        { path: 'design.headlin', message: 'is unknown: did you mean headline?' },
        { path: 'design.name', message: 'belongs one level up, beside the object that it is in' },
        {
          path: 'design.launchAt',
          message: 'must be a date and time with a time zone, like 2026-11-27T09:00:00Z',
        },
      ]);
      const many = await create(Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`x${n}`, n])));
      expect(many.body.details.length).toBeLessThan(25);
    });

    it(`ignores what a waitlist shows, so that one can be sent back${verifies('http.shown-members')}`, async () => {
      await create({ name: 'Shown', slug: 'shown', design: { headline: 'Hi' } });
      const { waitlist } = (await session.api.get('/api/v1/waitlists/shown')).body;
      const changed = await session.api.patch('/api/v1/waitlists/shown', waitlist);
      expect([changed.status, changed.body.waitlist.design]).toEqual([200, waitlist.design]);
      expect((await create({ ...waitlist, slug: 'shown-twice' })).status).toBe(201);
      expect((await create({ waitlist })).body.details[0]).toMatchObject({ path: 'waitlist' });

      const { status, body } = await create({ name: 'Unknown', id: 'mine', licensed: true });
      expect(status).toBe(201);
      expect(body.waitlist.licensed).toBe(false);
      expect(body.waitlist.id).not.toBe('mine');
    });

    it(`gives a slug to exactly one of many concurrent creates${verifies('waitlists.concurrent-creates-one-201')}`, async () => {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => create({ name: 'Race', slug: 'race' })),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(11);
    });

    it(`accepts an http ogImage on loopback in the local run${verifies('waitlists.og-image-http-loopback-local')}`, async () => {
      const { status } = await create({ name: 'Local', ogImage: 'http://127.0.0.1:8080/a.png' });
      expect(status).toBe(201);
      expect((await create({ name: 'Remote', ogImage: 'http://example.com/a.png' })).status).toBe(400);
    });
  });

  describe('400', () => {
    it.each<[string, Record<string, unknown>, string]>([
      [
        verifies('waitlists.create-needs-name', 'errors.400-details', 'errors.code-validation-failed'),
        {},
        'name',
      ],
      [verifies('waitlists.name-length'), { name: '' }, 'name'],
      [verifies('waitlists.name-length'), { name: ' \t\u00a0\u3000' }, 'name'],
      [verifies('waitlists.null-refused'), { name: null }, 'name'],
      [verifies('waitlists.slug-length'), { name: 'x', slug: 'ab' }, 'slug'],
      [verifies('waitlists.slug-length'), { name: 'x', slug: 'a'.repeat(101) }, 'slug'],
      [verifies('waitlists.slug-characters'), { name: 'x', slug: 'Upper' }, 'slug'],
      [verifies('waitlists.slug-characters'), { name: 'x', slug: 'under_score' }, 'slug'],
      [
        verifies('waitlists.slug-uuid-form-400'),
        { name: 'x', slug: '123e4567-e89b-12d3-a456-426614174000' },
        'slug',
      ],
      [verifies('waitlists.referral-boost-range'), { name: 'x', referralBoost: 0 }, 'referralBoost'],
      [verifies('waitlists.referral-boost-range'), { name: 'x', referralBoost: 101 }, 'referralBoost'],
      [verifies('waitlists.referral-boost-range'), { name: 'x', referralBoost: 1.5 }, 'referralBoost'],
      [verifies('waitlists.null-refused'), { name: 'x', referralBoost: null }, 'referralBoost'],
      [
        verifies('waitlists.og-image-https', 'waitlists.og-image-refused-400'),
        { name: 'x', ogImage: 'http://e.com/a.png' },
        'ogImage',
      ],
      [verifies('waitlists.og-image-https'), { name: 'x', ogImage: 'javascript:alert(1)' }, 'ogImage'],
      [
        verifies('waitlists.og-image-svg-path-any-case'),
        { name: 'x', ogImage: 'https://e.com/a.SvG?x=1' },
        'ogImage',
      ],
      [
        verifies('waitlists.og-image-svg-path-any-case'),
        { name: 'x', ogImage: 'https://e.com/a%2Esvg' },
        'ogImage',
      ],
      [verifies('page-code.refused-400'), { name: 'x', reactCode: 'alert(1)' }, 'reactCode'],
    ])('names the field%s %#', async (_, sent, field) => {
      const { status, body } = await create(sent);
      expect(status).toBe(400);
      expect(body.code).toBe('validation_failed');
      expect(body.details.map((detail: { path: string }) => detail.path)).toContain(field);
      expect(body.resolution).toEqual(expect.any(String));
    });

    it.each<[string, string, string, string]>([
      [verifies('waitlists.react-code-length'), 'reactCode', codeOf(200_001), '200000 characters'],
      [verifies('waitlists.name-length'), 'name', rockets(101), '100 characters'],
      [verifies('waitlists.description-length'), 'description', rockets(501), '500 characters'],
      [verifies('waitlists.seo-title-length'), 'seoTitle', rockets(71), '70 characters'],
      [verifies('waitlists.seo-description-length'), 'seoDescription', rockets(161), '160 characters'],
      [verifies('waitlists.seo-keywords-length'), 'seoKeywords', rockets(256), '255 characters'],
      [verifies('waitlists.referral-message-length'), 'referralMessage', rockets(501), '500 characters'],
    ])('refuses one code point more, with a clear message%s (%s)', async (_, field, value, limit) => {
      const { status, body } = await create({ name: 'Over', [field]: value });
      expect(status).toBe(400);
      expect(body.details).toEqual([{ path: field, message: expect.stringContaining(limit) }]);
    });

    it(`refuses a slug that is used by any account${verifies('waitlists.slug-unique', 'waitlists.slug-taken-400')}`, async () => {
      await create({ name: 'Mine', slug: 'mine-alone' });
      const other = await session.otherAccount('free');
      const { status, body } = await other.post('/api/v1/waitlists', { name: 'Theirs', slug: 'mine-alone' });
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'validation_failed', details: [{ path: 'slug' }] });
    });
  });

  describe('402', () => {
    it(`requires a license for referrals, and creates nothing${verifies('payment.license-required-on-create-creates-nothing', 'payment.license-upgrade-url-on-create', 'payment.402-members')}`, async () => {
      const { status, body } = await create({ name: 'Pay', slug: 'pay-first', referralEnabled: true });
      expect(status).toBe(402);
      expect(body).toMatchObject({
        code: 'license_required',
        resolution: expect.any(String),
        upgradeUrl: `${session.url}/dashboard/billing`,
        priceUsd: 49,
      });
      expect((await session.api.get('/api/v1/waitlists/pay-first')).status).toBe(404);
    });

    it(`comes before the error for a taken slug${verifies('order.payment-before-conflict')}`, async () => {
      await create({ name: 'Taken', slug: 'taken-already' });
      const { status } = await create({ name: 'Taken', slug: 'taken-already', referralEnabled: true });
      expect(status).toBe(402);
    });
  });
});

describe('POST /api/v1/waitlists, deployed', () => {
  const BASE_URL = 'https://anteroom.example';
  const session = shareSession({
    environment: { BASE_URL, ALLOW_INSECURE_LOOPBACK: 'false', LICENSE_PRICE_USD: '79.5' },
  });

  it.each(['http://127.0.0.1:8080/a.png', 'http://localhost/a.png', 'http://[::1]/a.png'])(
    `refuses an http ogImage on loopback too (%s)${verifies('waitlists.og-image-http-loopback-local', 'waitlists.og-image-https')}`,
    async ogImage => {
      const { status, body } = await session.api.post('/api/v1/waitlists', { name: 'Local', ogImage });
      expect(status).toBe(400);
      expect(body.details).toEqual([{ path: 'ogImage', message: expect.stringContaining('https') }]);
      const { hostname } = new URL(ogImage);
      const secure = { name: 'Secure', ogImage: `https://${hostname}/a.png` };
      expect((await session.api.post('/api/v1/waitlists', secure)).status).toBe(201);
    },
  );

  it(`quotes the configured price and the deployed URL${verifies('licenses.price-setting', 'payment.license-upgrade-url', 'payment.license-upgrade-url-on-create')}`, async () => {
    const referrals = { name: 'Pay', slug: 'pay', referralEnabled: true };
    const { body: refused } = await session.api.post('/api/v1/waitlists', referrals);
    expect(refused).toMatchObject({ priceUsd: 79.5, upgradeUrl: `${BASE_URL}/dashboard/billing` });
    const { waitlist } = (await session.api.post('/api/v1/waitlists', { name: 'Pay', slug: 'pay' })).body;
    const { body: refusedToo } = await session.api.patch('/api/v1/waitlists/pay', { referralEnabled: true });
    expect(refusedToo).toMatchObject({
      priceUsd: 79.5,
      upgradeUrl: `${BASE_URL}/dashboard/waitlists/${waitlist.id}/license`,
    });
    expect((await session.api.get('/api/v1/me')).body.billing.priceUsd).toBe(79.5);
  });
});
