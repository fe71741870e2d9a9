import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const SITE = 'https://rocket.example';
const THANKS = `${SITE}/thanks?from=waitlist`;

describe('POST /w/{slug}/signups with a form', () => {
  const session = shareSession();
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Forms', slug: 'forms', allowedOrigins: [SITE] });
    await session.api.post('/api/v1/waitlists', { name: 'Plain', slug: 'plain' });
  });

  const post = (slug: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    session.visitor.request('POST', `/w/${slug}/signups`, {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const entriesOf = async (slug: string) => (await session.api.get(`/api/v1/waitlists/${slug}/entries`)).body;

  it(`joins with the same fields, and leads to the place page${verifies('own-site.form', 'own-site.form-to-status')}`, async () => {
    const { body: friend } = await session.join('plain', { email: 'friend@example.com' });
    const { status, headers, body } = await post(
      'plain',
      { email: 'ada@example.com', name: 'Ada', referralCode: friend.referralCode },
      { origin: session.url },
    );
    expect([status, body]).toEqual([303, '']);
    const place = headers.get('location') ?? '';
    expect(place.startsWith(`${session.url}/s/`)).toBe(true);
    expect((await session.visitor.get(new URL(place).pathname)).body).toContain('Plain');
    const { entries } = await entriesOf('plain');
    expect(entries[0]).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada',
      referredBy: friend.referralCode,
    });
  });

  it(`sends answers and campaigns, and is shown again with what is wrong${verifies('answers.form')}`, async () => {
    const questions = [
      {
        key: 'role',
        label: 'What do you do?',
        type: 'choice',
        options: ['Founder', 'Developer'],
        required: true,
      },
      { key: 'tools', label: 'Tools', type: 'choices', options: ['React', 'Vue'] },
      { key: 'terms', label: 'I agree', type: 'checkbox', required: true },
      { key: 'tag', label: 'Secret tag', type: 'text', ask: 'never' },
    ];
    await session.api.post('/api/v1/waitlists', { name: 'Asking', slug: 'asking', questions });
    const send = (fields: [string, string][]) =>
      session.visitor.request('POST', '/w/asking/signups', {
        body: new URLSearchParams([['email', 'ada@example.com'], ...fields]).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const wrong = await send([
      ['answers[tools]', 'Vue'],
      ['answers[terms]', 'false'],
      ['utm_source', 'News & co'],
    ]);
    expect(wrong.status).toBe(400);
    expect(wrong.body).toContain('<input type="hidden" name="utm_source" value="News &amp; co">');
    expect(wrong.body).toContain('Please answer this question.');
    expect(wrong.body).toContain('Please tick this box to join.');
    expect(wrong.body).toMatch(/value="Vue" checked/);
    expect(wrong.body).toContain('ada@example.com');
    expect(wrong.body).not.toContain('Secret tag');
    const right = await send([
      ['answers[role]', 'Founder'],
      ['answers[tools]', ''],
      ['answers[tools]', 'Vue'],
      ['answers[tools]', 'React'],
      ['answers[terms]', 'false'],
      ['answers[terms]', 'on'],
      ['answers[tag]', 'x'],
      ['utm_source', 'Newsletter'],
      ['utm_campaign', 'spring'],
    ]);
    expect(right.status).toBe(303);
    expect((await entriesOf('asking')).entries[0]).toMatchObject({
      answers: { role: 'Founder', tools: ['React', 'Vue'], terms: true },
      source: { utmSource: 'Newsletter', utmMedium: null, utmCampaign: 'spring', referrerHost: null },
    });
  });

  it(`takes an empty name and code for none${verifies('own-site.form')}`, async () => {
    const fields = { email: 'bare@example.com', name: '', referralCode: '', turnstileToken: '' };
    expect((await post('plain', fields)).status).toBe(303);
    expect((await entriesOf('plain')).entries[0]).toMatchObject({ name: null, referredBy: null });
  });

  it(`leads to redirectUrl, for a new email and a known one alike${verifies('own-site.form-to-redirect-url')}`, async () => {
    const fields = { email: 'bob@example.com', redirectUrl: THANKS };
    for (const headers of [{ origin: SITE }, { origin: SITE }, {}]) {
      const answer = await post('forms', fields, headers as Record<string, string>);
      expect([answer.status, answer.headers.get('location'), answer.body]).toEqual([303, THANKS, '']);
    }
    expect((await entriesOf('forms')).total).toBe(1);
  });

  it.each([
    'https://elsewhere.example/thanks',
    'https://rocket.example.evil.example/',
    'https://rocket.example@evil.example/',
    '//evil.example',
    '/thanks',
    'javascript:alert(1)',
    `${SITE}:8443/`,
    'http://rocket.example/',
    '',
  ])(
    `refuses to redirect to %j, and joins nobody${verifies('own-site.form-to-redirect-url')}`,
    async redirectUrl => {
      const { total } = await entriesOf('forms');
      const email = `r${Math.random()}@example.com`;
      const { status, headers, body } = await post('forms', { email, redirectUrl }, { origin: SITE });
      expect([status, headers.get('location')]).toEqual([400, null]);
      expect(body).toContain('This form isn’t set up correctly');
      expect((await entriesOf('forms')).total).toBe(total);
    },
  );

  it('redirects to the URL it checked, if a field is sent twice', async () => {
    for (const urls of [
      [THANKS, 'https://evil.example/'],
      ['https://evil.example/', THANKS],
    ]) {
      const fields = new URLSearchParams({ email: 'twice@example.com' });
      for (const url of urls) fields.append('redirectUrl', url);
      const { headers } = await session.visitor.request('POST', '/w/forms/signups', {
        body: fields.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([null, THANKS]).toContain(headers.get('location'));
    }
  });

  const send = (
    contentType: string,
    body: string | Buffer<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) =>
    session.visitor.request('POST', '/w/plain/signups', {
      body,
      headers: { 'content-type': contentType, ...headers },
    });
  const lastOf = async (slug: string) => (await entriesOf(slug)).entries[0];
  const URLENCODED = 'application/x-www-form-urlencoded';
  const partsOf = (fields: Record<string, string | Buffer>): Buffer<ArrayBuffer> =>
    Buffer.concat([
      ...Object.entries(fields).map(([name, value]) =>
        Buffer.concat([
          Buffer.from(`--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`),
          Buffer.from(value as string),
          Buffer.from('\r\n'),
        ]),
      ),
      Buffer.from('--x--\r\n'),
    ]);

  it(`takes a multipart form as fetch sends it, and leaves out its files${verifies('own-site.form')}`, async () => {
    const form = new FormData();
    form.set('email', 'parts@example.com');
    form.set('name', 'Zoë & 李雷');
    form.set('photo', new Blob([Buffer.from([0xff, 0xfe, 0x00])]), 'photo.png');
    const sent = new Request('http://localhost', { method: 'POST', body: form });
    const type = sent.headers.get('content-type') ?? '';
    const { status, headers } = await send(type, Buffer.from(await sent.arrayBuffer()));
    expect([status, headers.get('location')]).toEqual([303, expect.stringContaining('/s/')]);
    expect(await lastOf('plain')).toMatchObject({ email: 'parts@example.com', name: 'Zoë & 李雷' });
  });

  it.each<[string, string, string | Buffer<ArrayBuffer>, string]>([
    ['UTF-8', URLENCODED, 'name=Zo%C3%AB+%2541', 'Zoë %41'],
    ['raw UTF-8', URLENCODED, Buffer.from('name=Zoë'), 'Zoë'],
    ['windows-1252, by the header', `${URLENCODED}; charset=windows-1252`, 'name=Zo%EB+%80', 'Zoë €'],
    ['iso-8859-1, by the field', URLENCODED, '_charset_=iso-8859-1&name=Zo%EB', 'Zoë'],
    ['Shift_JIS', URLENCODED, '_charset_=Shift_JIS&name=%95%5C%8E%A6', '表示'],
    [
      'windows-1252 in parts',
      'multipart/form-data; boundary=x',
      partsOf({ _charset_: 'windows-1252', name: Buffer.from('Zo\xeb \x80', 'latin1') }),
      'Zoë €',
    ],
  ])('reads a name in %s', async (charset, type, fields, name) => {
    const email = `${charset.replace(/\W/g, '')}@example.com`;
    const body = Buffer.concat(
      type.startsWith('multi')
        ? [partsOf({ email }).subarray(0, -7), Buffer.from(fields as string)]
        : [Buffer.from(`email=${email}&`), Buffer.from(fields as string)],
    );
    expect((await send(type, body)).status).toBe(303);
    expect(await lastOf('plain')).toMatchObject({ email, name });
  });

  it.each<[string, string, string | Buffer<ArrayBuffer>, Record<string, string>, string]>([
    ['bytes that are not UTF-8', URLENCODED, 'email=a@example.com&name=Zo%EB', {}, 'name is not in utf-8'],
    ['an unknown charset', URLENCODED, 'email=a@example.com&_charset_=klingon', {}, 'klingon, is unknown'],
    [
      'no end',
      'multipart/form-data; boundary=x',
      partsOf({ email: 'a@example.com' }).subarray(0, -9),
      {},
      'ends before',
    ],
    [
      'a part in a charset that we do not know',
      'multipart/form-data; boundary=x',
      Buffer.from(
        '--x\r\ncontent-disposition: form-data; name="email"\r\ncontent-type: text/plain; charset=koi8-r\r\n\r\na\r\n--x--\r\n',
      ),
      {},
      'email is not in',
    ],
    [
      'a field without end',
      'multipart/form-data; boundary=x',
      partsOf({ name: 'n'.repeat(10_001) }),
      {},
      'longer than',
    ],
    ['no boundary', 'multipart/form-data', partsOf({ email: 'a@example.com' }), {}, 'no boundary'],
    ['gzip', URLENCODED, 'email=a@example.com', { 'content-encoding': 'gzip' }, 'compressed'],
  ])(
    'says on a page why it cannot read a form with %s, and joins nobody',
    async (_, type, body, headers, says) => {
      const { total } = await entriesOf('plain');
      const answer = await send(type, body, headers);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
      expect(answer.body).toContain(says);
      expect((await entriesOf('plain')).total).toBe(total);
    },
  );

  it('counts a form that it cannot read as an attempt, and first says that there is no such waitlist', async () => {
    for (const [path, says] of [
      ['signups', 'Waitlist not found'],
      ['status-links', 'Waitlist not found'],
    ] as const) {
      const { status, body } = await session.visitor.request('POST', `/w/none-such/${path}`, {
        body: 'email=%EB',
        headers: { 'content-type': URLENCODED },
      });
      expect([status, body]).toEqual([404, expect.stringContaining(says)]);
    }
  });

  it('leads the script of another site to an answer that it may read', async () => {
    const form = new FormData();
    form.set('email', 'script@example.com');
    const sent = new Request('http://localhost', { method: 'POST', body: form });
    const body = Buffer.from(await sent.arrayBuffer());
    const answer = await session.visitor.request('POST', '/w/forms/signups', {
      body,
      headers: { 'content-type': sent.headers.get('content-type') ?? '', origin: SITE },
    });
    const place = await session.visitor.get(new URL(answer.headers.get('location') ?? '').pathname);
    for (const { headers } of [answer, place]) expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('sends no line break of redirectUrl in the header', async () => {
    const redirectUrl = `${SITE}/a\r\nset-cookie: x=1`;
    const { status, headers } = await post(
      'forms',
      { email: 'crlf@example.com', redirectUrl },
      { origin: SITE },
    );
    expect([status, headers.get('set-cookie')]).toEqual([400, null]);
  });

  it(`ignores redirectUrl in JSON, as any unknown member${verifies('own-site.form')}`, async () => {
    const signup = { email: 'json@example.com', redirectUrl: 'https://elsewhere.example/' };
    expect((await session.join('forms', signup)).status).toBe(201);
  });

  it(`tells a known email so on a page, and mails its link${verifies('own-site.form-known-email')}`, async () => {
    const { body: joined } = await session.join('plain', { email: 'known@example.com' });
    const { status, headers, body } = await post('plain', { email: 'KNOWN@example.com' });
    expect([status, headers.get('location')]).toEqual([200, null]);
    expect(headers.get('content-type')).toContain('text/html');
    expect(body).toContain('already on the list');
    expect(body).not.toContain(joined.statusUrl);
    await eventually(async () => {
      const mail = (await session.mail()).filter(({ to }) => to.toLowerCase() === 'known@example.com');
      expect(mail).toHaveLength(2);
    });
  });

  it.each<[string, number, Record<string, string>, string]>([
    ['plain', 400, { email: 'nonsense' }, 'That email address doesn’t look right'],
    ['plain', 400, {}, 'That email address doesn’t look right'],
    ['plain', 400, { email: 'a@example.com', name: 'n'.repeat(101) }, 'That name is too long'],
    ['none-such', 404, { email: 'a@example.com' }, 'Waitlist not found'],
  ])(
    `says on a page what is wrong (%s, %d)${verifies('own-site.form-errors')}`,
    async (slug, expected, fields, says) => {
      for (const headers of [{}, { accept: 'text/html' }]) {
        const { status, headers: sent, body } = await post(slug, fields, headers as Record<string, string>);
        expect([status, sent.get('content-type')]).toEqual([expected, 'text/html; charset=utf-8']);
        expect(sent.get('content-security-policy')).toContain("default-src 'none'");
        expect(body).toContain(says);
      }
    },
  );

  it(`is shown again, filled, and leads where it was to lead${verifies('signups.form-again')}`, async () => {
    const fields = { email: '"><b>@x', name: 'Ada & co', referralCode: 'abc', redirectUrl: THANKS };
    const { status, headers, body } = await post('forms', fields, { origin: SITE });
    expect(status).toBe(400);
    for (const input of [
      'value="&quot;&gt;&lt;b&gt;@x" aria-invalid="true" autofocus',
      'value="Ada &amp; co"',
      'name="referralCode" value="abc"',
      `name="redirectUrl" value="${THANKS}"`,
    ])
      expect(body).toContain(input);
    expect(body).not.toContain('<script');
    expect(headers.get('content-security-policy')).toContain(`form-action 'self' ${SITE};`);
    const foreign = await post(
      'forms',
      { ...fields, redirectUrl: 'https://evil.example/' },
      { origin: SITE },
    );
    expect(foreign.headers.get('content-security-policy')).toContain("form-action 'self';");
  });

  it(`refuses a site that is not allowed, and joins nobody${verifies('own-site.form-errors', 'own-site.origin-refused')}`, async () => {
    const { total } = await entriesOf('plain');
    for (const origin of [SITE, 'null']) {
      const { status, body } = await post('plain', { email: 'eve@example.com' }, { origin });
      expect([status, body]).toEqual([
        403,
        expect.stringContaining('This site can’t add you to the waitlist'),
      ]);
    }
    expect((await entriesOf('plain')).total).toBe(total);
  });

  it('is refused when it is not UTF-8', async () => {
    const { status } = await session.visitor.request('POST', '/w/plain/signups', {
      body: Buffer.from('email=a%FF@example.com'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(status).toBe(400);
  });
});

describe('POST /w/{slug}/signups with a form, with a challenge', () => {
  const session = shareSession({
    environment: {
      TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
      TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA',
    },
  });
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Checked', slug: 'checked', allowedOrigins: [SITE] });
  });

  it(`needs a token, and checks redirectUrl and the origin too${verifies('own-site.form', 'own-site.form-errors')}`, async () => {
    const post = (fields: Record<string, string>, origin = SITE) =>
      session.visitor.request('POST', '/w/checked/signups', {
        body: new URLSearchParams({ email: 'ada@example.com', ...fields }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
      });
    const turnstileToken = 'XXXX.DUMMY.TOKEN.XXXX';
    const answers = [
      await post({}),
      await post({ turnstileToken, redirectUrl: 'https://evil.example/' }),
      await post({ turnstileToken }, 'https://evil.example'),
      await post({ turnstileToken, redirectUrl: THANKS }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 400, 403, 303]);
    expect(answers[0]?.body).toContain('We couldn’t verify that you’re human');
    expect(answers[3]?.headers.get('location')).toBe(THANKS);
  });
});
