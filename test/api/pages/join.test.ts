import { describe, expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

describe('POST /w/{slug}/signups', () => {
  const session = shareSession();

  const entriesOf = async (slug: string) => (await session.api.get(`/api/v1/waitlists/${slug}/entries`)).body;

  describe('201', () => {
    it(`returns the position, a referral code and its link${verifies('signups.post-201', 'signups.referral-link', 'signups.name-optional', 'entries.new-signup-last')}`, async () => {
      await session.api.post('/api/v1/waitlists', { name: 'Join', slug: 'join' });
      const { status, body } = await session.join('join', { email: 'ada@example.com' });
      expect(status).toBe(201);
      expect(body).toEqual({
        position: 1,
        referralCode: expect.any(String),
        referralLink: `${session.url}/w/join?ref=${body.referralCode}`,
        statusUrl: expect.stringContaining(`${session.url}/s/`),
        message: expect.any(String),
      });
      expect((await session.join('join', { email: 'bob@example.com', name: null })).body.position).toBe(2);
    });

    it(`returns the owner's message${verifies('page.referral-message-after-signup')}`, async () => {
      await session.api.post('/api/v1/waitlists', { name: 'M', slug: 'message', referralMessage: 'Merci !' });
      expect((await session.join('message', { email: 'a@example.com' })).body.message).toBe('Merci !');
    });

    it(`credits the referrer${verifies('signups.referral-code-optional')}`, async () => {
      await session.api.post('/api/v1/waitlists', { name: 'R', slug: 'refer' });
      const { body } = await session.join('refer', { email: 'a@example.com' });
      await session.join('refer', { email: 'b@example.com', referralCode: body.referralCode });
      const { entries } = await entriesOf('refer');
      expect(entries[0].referredBy).toBe(body.referralCode);
      expect(entries[1].referralCount).toBe(1);
    });

    it(`credits the referrer whose code was pasted, wherever it stands${verifies('entries.code-as-pasted', 'signups.ref')}`, async () => {
      await session.api.post('/api/v1/waitlists', { name: 'Pasted', slug: 'pasted' });
      const { body: first } = await session.join('pasted', { email: 'a@example.com' });
      const { body: second } = await session.join('pasted', { email: 'b@example.com' });
      const [code, other] = [first.referralCode, second.referralCode];
      for (const fields of [
        { referralCode: ` ${code.toUpperCase()}.` },
        { ref: `${code}?utm_source=x` },
        { ref: other, referralCode: `${code})` },
      ]) {
        await session.join('pasted', { email: `f${Math.random()}@example.com`, ...fields });
        expect((await entriesOf('pasted')).entries[0].referredBy).toBe(code);
      }
      const page = await session.visitor.get(`/w/pasted?ref=%20${code.toUpperCase()}%E2%80%8B`);
      expect(page.body).toContain(`name="referralCode" value="${code}"`);
    });

    it(`knows an address however it is typed${verifies('entries.email-idn', 'entries.email-invisible-ends')}`, async () => {
      await session.api.post('/api/v1/waitlists', { name: 'Typed', slug: 'typed' });
      expect((await session.join('typed', { email: 'ada@münchen.example' })).status).toBe(201);
      for (const email of ['ada@xn--mnchen-3ya.example', '\u200bAda@MÜNCHEN.example\u00a0']) {
        expect((await session.join('typed', { email })).status).toBe(200);
        const listed = await session.api.get(
          `/api/v1/waitlists/typed/entries?email=${encodeURIComponent(email)}`,
        );
        expect(listed.body.entries[0].email).toBe('ada@xn--mnchen-3ya.example');
      }
    });

    it.each([7, null, {}, 'x'.repeat(5000), 'a\0b', ['code']])(
      `ignores an invalid referral code (%#)${verifies('entries.unknown-code-ignored')}`,
      async referralCode => {
        await session.api.post('/api/v1/waitlists', { name: 'Codes', slug: 'codes' });
        const { status } = await session.join('codes', {
          email: `c${Math.random()}@example.com`,
          referralCode,
        });
        expect(status).toBe(201);
      },
    );

    it(`makes one entry from many concurrent signups with one email${verifies('entries.email-unique-ignoring-case', 'entries.email-unique-ignoring-blanks', 'entries.positions-exactly-1-to-n')}`, async () => {
      await session.api.post('/api/v1/waitlists', { name: 'Race', slug: 'race' });
      const spellings = ['ada@example.com', 'ADA@example.com', ' ada@Example.com ', 'Ada@EXAMPLE.com\t'];
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          session.join('race', {
            email: index % 2 ? (spellings[(index >> 1) % 4] ?? '') : `v${index}@example.com`,
          }),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(31);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(29);
      const { entries, total } = await entriesOf('race');
      expect(total).toBe(31);
      expect(
        entries.map((entry: { position: number }) => entry.position).sort((a: number, b: number) => a - b),
      ).toEqual(Array.from({ length: 31 }, (_, index) => index + 1));
    });
  });

  describe('200', () => {
    it(`reveals nothing about the entry of an email that already joined${verifies('signups.already-joined-200', 'signups.already-joined-tells-nothing')}`, async () => {
      await session.api.post('/api/v1/waitlists', { name: 'Twice', slug: 'twice' });
      await session.join('twice', { email: 'ada@example.com', name: 'Ada' });
      const { status, body } = await session.join('twice', { email: 'ADA@example.com', name: 'Eve' });
      expect(status).toBe(200);
      expect(body).toEqual({ alreadyJoined: true, message: expect.any(String) });
      expect((await entriesOf('twice')).entries[0].name).toBe('Ada');
    });
  });

  describe('400', () => {
    const long = `${'a'.repeat(243)}@example.com`;
    it.each<[string, Record<string, unknown>, string]>([
      [verifies('signups.validation-failed-400', 'signups.error-shape'), {}, 'email'],
      [verifies('signups.validation-failed-400'), { email: 'nonsense' }, 'email'],
      ['', { email: 'a@example.com, b@example.com' }, 'email'],
      ['', { email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
      ['', { email: 'a\0@example.com' }, 'email'],
      ['', { email: 7 }, 'email'],
      [verifies('entries.email-length'), { email: long }, 'email'],
      [verifies('entries.name-length'), { email: 'a@example.com', name: 'n'.repeat(101) }, 'name'],
      ['', { email: 'a@example.com', name: 'a\0b' }, 'name'],
    ])('names the field%s %#', async (_, sent, field) => {
      await session.api.post('/api/v1/waitlists', { name: 'Bad', slug: 'bad-input' });
      const { status, body, headers } = await session.join('bad-input', sent);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        error: expect.any(String),
        code: 'validation_failed',
        details: [{ path: field }],
      });
      expect(body.requestId).toBe(headers.get('x-request-id'));
    });

    it('takes an email of 254 and a name of 100 characters', async () => {
      await session.api.post('/api/v1/waitlists', { name: 'Long', slug: 'long-input' });
      const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.com`;
      expect((await session.join('long-input', { email, name: '🚀'.repeat(100) })).status).toBe(201);
    });

    it('refuses content types that a form on another site could post', async () => {
      const { status, body } = await session.visitor.request('POST', '/w/bad-input/signups', {
        body: '{"email":"a@example.com"}',
        headers: { 'content-type': 'text/plain' },
      });
      expect([status, body.code]).toEqual([400, 'unsupported_media_type']);
    });
  });

  describe('404', () => {
    it.each(['none-such', 'NOT-A-SLUG', 'a%00b'])(
      `for %s${verifies('signups.unknown-slug-404')}`,
      async slug => {
        for (const email of ['a@example.com', 'not an email']) {
          const { status, body } = await session.join(slug, { email });
          expect([status, body.code]).toEqual([404, 'not_found']);
        }
      },
    );
  });
});

describe('POST /w/{slug}/signups, limited', () => {
  const session = shareSession({ environment: { SIGNUPS_PER_MINUTE_PER_IP: '10' } });

  it(`allows an address 10 attempts a minute at each waitlist, including failed ones${verifies('signups.429', 'signups.ten-per-minute-per-ip-and-waitlist', 'signups.every-attempt-counted', 'signups.limit-setting')}`, async () => {
    for (const slug of ['first-list', 'second-list'])
      await session.api.post('/api/v1/waitlists', { name: slug, slug });
    const attempt = (slug: string, address: string, email: string) =>
      session.visitor.request('POST', `/w/${slug}/signups`, {
        body: JSON.stringify({ email }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      });
    const begun = performance.now();
    const statuses: number[] = [];
    for (let index = 0; index < 10; index++) {
      const email = ['not an email', 'same@example.com', `new${index}@example.com`][index % 3] ?? '';
      statuses.push((await attempt('first-list', '203.0.113.7', email)).status);
    }
    expect(statuses).toEqual([400, 201, 201, 400, 200, 201, 400, 200, 201, 400]);
    const refused = await attempt('first-list', '203.0.113.7', 'eleventh@example.com');
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'rate_limited', error: expect.any(String) });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(60 - (performance.now() - begun) / 1000);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await attempt('second-list', '203.0.113.7', 'a@example.com')).status).toBe(201);
    expect((await attempt('first-list', '203.0.113.8', 'b@example.com')).status).toBe(201);
  });
});
