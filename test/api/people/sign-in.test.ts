import { describe, expect, it } from '@jest/globals';
import { type Browser, openBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';

describe('signing in', () => {
  const session = shareSession({ environment: { TRUST_PROXY: 'true' } });
  let people = 0;
  let networks = 0;

  const newAddress = () => `person${++people}@example.com`;
  const newNetwork = () => `198.51.100.${++networks}`;
  const browser = (address = newNetwork()): Browser =>
    openBrowser(session.url, { 'x-forwarded-for': address });

  /** The newest message to an address. */
  async function message(to: string): Promise<{ code: string; link: string; html: string }> {
    const mail = await eventually(async () => {
      const found = (await session.mail()).find(one => one.to.includes(to));
      if (!found) throw new Error(`No mail to ${to}`);
      return found;
    });
    const code = /code: (\d{6})/.exec(mail.text)?.[1] ?? '';
    const link = /\/sign-in\/link\?token=[\w-]+/.exec(mail.text)?.[0] ?? '';
    return { code, link, html: mail.html };
  }

  const ask = (from: Browser, email: string, returnTo = '/dashboard') =>
    from.post('/sign-in', { email, return_to: returnTo });
  const sessionsOf = (email: string) =>
    session.sql('SELECT s.* FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE a.email = $1', [
      email,
    ]);
  const isSignedIn = async (one: Browser) => (await one.get('/sign-in?return_to=/x')).location === '/x';

  async function signIn(from: Browser, email: string): Promise<void> {
    await ask(from, email);
    const { code } = await message(email);
    expect((await from.post('/sign-in/code', { code })).status).toBe(303);
  }

  it('with the code creates an account on plan free and redirects to the requested page', async () => {
    const [email, person] = [newAddress(), browser()];
    expect((await person.get('/sign-in?return_to=/api/v1?x=1')).text).toContain('value="/api/v1?x=1"');
    const asked = await ask(person, ` ${email} `, '/api/v1?x=1');
    expect(asked).toMatchObject({ status: 303, location: '/sign-in/code' });
    expect((await person.get('/sign-in/code')).text).toContain(email);

    const { code } = await message(email);
    const pasted = `\u200b${code.slice(0, 3)} ${code.slice(3)}.`;
    const done = await person.post('/sign-in/code', { code: pasted });
    expect(done).toMatchObject({ status: 303, location: '/api/v1?x=1' });
    expect(done.headers.get('set-cookie')).toMatch(/^anteroom=[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Lax/);
    expect(await isSignedIn(person)).toBe(true);
    expect(await session.sql('SELECT plan FROM accounts WHERE email = $1', [email])).toEqual([
      { plan: 'free' },
    ]);
  });

  it('uses the existing account, regardless of the case of the email', async () => {
    await signIn(browser(), session.email.toUpperCase());
    expect(await sessionsOf(session.email)).toHaveLength(1);
  });

  it('with the link works, and only opening it does not use it up', async () => {
    const [email, phone] = [newAddress(), browser()];
    await ask(browser(), email, '/docs');
    const { link } = await message(email);
    for (const [scanner, pasted] of [
      [browser(), link],
      [browser(), `${link}).`],
    ] as const) {
      const opened = await scanner.get(pasted);
      expect(opened.status).toBe(200);
      expect(opened.text).toContain('<button');
      expect(scanner.cookies.size).toBe(0);
    }
    expect(await sessionsOf(email)).toEqual([]);
    const token = link.split('=')[1] ?? '';
    expect(await phone.post('/sign-in/link', { token })).toMatchObject({ status: 303, location: '/docs' });
    expect(await isSignedIn(phone)).toBe(true);
    expect((await browser().post('/sign-in/link', { token })).status).toBe(400);
  });

  it('with the link names the account first', async () => {
    const [stranger, victim] = [newAddress(), newAddress()];
    await ask(browser(), stranger);
    const { link } = await message(stranger);
    const person = browser();
    const fresh = await person.get(link);
    expect(fresh.text).toContain(`Sign in as ${stranger}?`);
    expect(fresh.text).not.toContain('This browser is signed in');
    await signIn(person, victim);
    const before = person.cookies.get('anteroom');
    const opened = await person.get(link);
    expect(opened.text).toContain(`Sign in as ${stranger}?`);
    expect(opened.text).toContain(`This browser is signed in as <strong>${victim}</strong>`);
    // Opening it changed nothing.
    expect(person.cookies.get('anteroom')).toBe(before);
    expect(await sessionsOf(victim)).toHaveLength(1);
    expect(await sessionsOf(stranger)).toEqual([]);
    // Its own account needs no warning.
    const own = browser();
    await signIn(own, stranger);
    await ask(browser(), stranger);
    expect((await own.get((await message(stranger)).link)).text).not.toContain('This browser is signed in');
  });

  it('with the link ends when it was used or is too old', async () => {
    const email = newAddress();
    await ask(browser(), email);
    const { link } = await message(email);
    await session.sql(
      `UPDATE sign_in_attempts SET created_at = now() - interval '10 minutes' WHERE email = $1`,
      [email],
    );
    const late = await browser().get(link);
    expect([late.status, late.text.includes('has expired')]).toEqual([400, true]);
    expect(late.text).not.toContain(email);
  });

  it('uses code and link up together', async () => {
    const [email, person] = [newAddress(), browser()];
    await ask(person, email);
    const { code, link } = await message(email);
    await browser().post('/sign-in/link', { token: link.split('=')[1] ?? '' });
    expect((await person.post('/sign-in/code', { code })).text).toContain('has expired');
  });

  it('refuses a code in another browser', async () => {
    const email = newAddress();
    const [person, thief] = [browser(), browser()];
    await ask(person, email);
    await ask(thief, newAddress());
    const { code } = await message(email);
    expect((await thief.post('/sign-in/code', { code })).status).toBe(400);
    expect((await browser().post('/sign-in/code', { code })).status).toBe(400);

    // A browser that knows the attempt's id and lacks only the secret of the browser that asked.
    const cookie = (of: Browser) =>
      JSON.parse(Buffer.from(of.cookies.get('anteroom-sign-in') ?? '', 'base64url').toString());
    const forged = { ...cookie(person), browserSecret: cookie(thief).browserSecret };
    const pending = Buffer.from(JSON.stringify(forged)).toString('base64url');
    for (let guess = 0; guess < 5; guess++) {
      const refused = await openBrowser(session.url, { cookie: `anteroom-sign-in=${pending}` }).post(
        '/sign-in/code',
        { code },
      );
      expect(refused.status).toBe(400);
    }
    expect(await sessionsOf(email)).toEqual([]);
    // And its guesses do not count.
    expect((await person.post('/sign-in/code', { code })).status).toBe(303);
  });

  it('allows five guesses, also in parallel, and then refuses even the right code', async () => {
    const [email, person] = [newAddress(), browser()];
    await ask(person, email);
    const { code } = await message(email);
    const wrong = code === '000000' ? '000001' : '000000';
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => person.post('/sign-in/code', { code: wrong })),
    );
    expect(guesses.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 400));
    expect(guesses.filter(({ text }) => text.includes('That code isn’t right'))).toHaveLength(4);
    const [{ failures }] = await session.sql('SELECT failures FROM sign_in_attempts WHERE email = $1', [
      email,
    ]);
    expect(failures).toBe(5);
    expect((await person.post('/sign-in/code', { code })).status).toBe(400);
    expect(await sessionsOf(email)).toEqual([]);
  });

  it('creates exactly one session for parallel correct codes', async () => {
    const [email, person] = [newAddress(), browser()];
    await ask(person, email);
    const { code } = await message(email);
    const [, pending = ''] = [...person.cookies].find(([name]) => name.endsWith('sign-in')) ?? [];
    const twins = Array.from({ length: 10 }, () =>
      openBrowser(session.url, { cookie: `anteroom-sign-in=${pending}` }).post('/sign-in/code', { code }),
    );
    expect((await Promise.all(twins)).filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await sessionsOf(email)).toHaveLength(1);
  });

  it('does not count a malformed code as a guess', async () => {
    const [email, person] = [newAddress(), browser()];
    await ask(person, email);
    const { code } = await message(email);
    for (const text of ['', '12345', 'abcdef', '1234567']) {
      expect((await person.post('/sign-in/code', { code: text })).text).toContain('6-digit code');
    }
    expect((await person.post('/sign-in/code', { code })).status).toBe(303);
  });

  it('works for ten minutes', async () => {
    const [email, person] = [newAddress(), browser()];
    await ask(person, email);
    const { code, link } = await message(email);
    await session.sql(
      `UPDATE sign_in_attempts SET created_at = now() - interval '10 minutes' WHERE email = $1`,
      [email],
    );
    expect((await person.post('/sign-in/code', { code })).status).toBe(400);
    expect((await person.post('/sign-in/link', { token: link.split('=')[1] ?? '' })).status).toBe(400);
  });

  it('stores no code, link or cookie in clear text', async () => {
    const [email, person] = [newAddress(), browser()];
    await ask(person, email);
    const { code, link } = await message(email);
    const stored = JSON.stringify(
      await session.sql('SELECT * FROM sign_in_attempts WHERE email = $1', [email]),
    );
    await person.post('/sign-in/code', { code });
    const cookie = person.cookies.get('anteroom') ?? '';
    const all = stored + JSON.stringify(await sessionsOf(email));
    for (const secret of [code, link.split('=')[1] ?? '', cookie]) {
      expect(secret).not.toBe('');
      expect(all).not.toContain(secret);
    }
  });

  describe('limits', () => {
    it('messages to one address, from any network', async () => {
      const email = newAddress();
      const asked = await Promise.all(Array.from({ length: 8 }, () => ask(browser(), email)));
      expect(asked.filter(({ status }) => status === 303)).toHaveLength(5);
      const refused = asked.find(({ status }) => status === 429);
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(500);
      expect(refused?.text).toContain('10 minutes');

      // Older attempts count toward the daily limit.
      for (let round = 0; round < 3; round++) {
        await session.sql(
          `UPDATE sign_in_attempts SET created_at = created_at - interval '11 minutes' WHERE email = $1`,
          [email],
        );
        for (let index = 0; index < 5; index++) expect((await ask(browser(), email)).status).toBe(303);
      }
      await session.sql(
        `UPDATE sign_in_attempts SET created_at = created_at - interval '11 minutes' WHERE email = $1`,
        [email],
      );
      const last = await ask(browser(), email);
      expect(last.status).toBe(429);
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(3600);
    });

    it('messages to one mailbox', async () => {
      const forms = ['a.d.a', 'ada', 'ada+1', 'ADA+2', 'a.da+x'].map(
        (name, n) => `${name}@${n % 2 ? 'googlemail' : 'gmail'}.com`,
      );
      for (const email of forms) expect((await ask(browser(), email)).status).toBe(303);
      expect((await ask(browser(), 'ad.a+more@gmail.com')).status).toBe(429);
      for (let n = 0; n < 5; n++) expect((await ask(browser(), `mailbox+${n}@example.org`)).status).toBe(303);
      expect((await ask(browser(), 'mailbox@example.org')).status).toBe(429);
      // Elsewhere, dots make another mailbox.
      expect((await ask(browser(), 'mail.box@example.org')).status).toBe(303);
    });

    it.each<[string, (attempt: number) => string]>([
      ['network', () => '198.51.100.250'],
      ['IPv6 /64', attempt => `2001:db8:0:1::${attempt.toString(16)}`],
    ])('attempts from one %s', async (_what, address) => {
      const asked = await Promise.all(
        Array.from({ length: 25 }, (_, attempt) => ask(browser(address(attempt)), newAddress())),
      );
      expect(asked.filter(({ status }) => status === 303)).toHaveLength(20);
      expect(asked.filter(({ status }) => status === 429)).toHaveLength(5);
    });
  });

  it.each(['', 'nobody', 'a@b', 'a@b.c\r\nBcc: x@y.z'])(
    'refuses the address %j with a clear message',
    async email => {
      const answer = await ask(browser(), email);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('name@example.com');
    },
  );

  it.each([
    'https://foe.example/',
    '//foe.example',
    '/\\foe.example',
    '/\t/foe.example',
    'javascript:alert(1)',
    '/%0d',
  ])('does not redirect to other sites (%j)', async returnTo => {
    const [email, person] = [newAddress(), browser()];
    await ask(person, email, returnTo);
    const { code } = await message(email);
    const { location } = await person.post('/sign-in/code', { code });
    expect(location).toMatch(/^\/(dashboard|%0d)$/);
  });

  it.each(['https://foe.example', 'null', ''])('refuses a form from a page of %j', async origin => {
    for (const path of ['/sign-in', '/sign-in/code', '/sign-in/link', '/sign-out']) {
      const answer = await browser().post(path, { email: newAddress() }, { origin });
      expect(answer.status).toBe(400);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  it('refuses the right code and link from another site, or in anything but a form', async () => {
    const [email, person] = [newAddress(), browser()];
    await ask(person, email);
    const { code, link } = await message(email);
    const token = link.split('=')[1] ?? '';
    const wrong: Record<string, string>[] = [
      { origin: 'https://foe.example' },
      { 'content-type': 'text/plain' },
    ];
    for (const headers of wrong) {
      expect((await person.post('/sign-in/code', { code }, headers)).status).toBe(400);
      expect((await person.post('/sign-in/link', { token }, headers)).status).toBe(400);
    }
    expect(await sessionsOf(email)).toEqual([]);
    expect((await person.post('/sign-in/code', { code })).status).toBe(303);
  });

  it('ends the browser’s previous session', async () => {
    const [email, person] = [newAddress(), browser()];
    await signIn(person, email);
    const before = person.cookies.get('anteroom');
    await signIn(person, newAddress());
    expect(person.cookies.get('anteroom')).not.toBe(before);
    expect(await sessionsOf(email)).toEqual([]);
  });

  it('ends by signing out, here or everywhere', async () => {
    const email = newAddress();
    const [one, other, third] = [browser(), browser(), browser()];
    for (const each of [one, other, third]) await signIn(each, email);
    const stranger = browser();
    await signIn(stranger, newAddress());
    const left = await one.post('/sign-out', {});
    expect(left.status).toBe(200);
    expect(one.cookies.has('anteroom')).toBe(false);
    expect(await sessionsOf(email)).toHaveLength(2);
    await other.post('/sign-out', { everywhere: 'true' });
    expect(await isSignedIn(third)).toBe(false);
    expect(await sessionsOf(email)).toEqual([]);
    expect(await isSignedIn(stranger)).toBe(true);
  });

  it('ends after thirty days', async () => {
    const [email, person] = [newAddress(), browser()];
    await signIn(person, email);
    const [{ expires_at: expires }] = await sessionsOf(email);
    expect(expires.getTime() - Date.now()).toBeGreaterThan(29 * 86_400_000);
    await session.sql('UPDATE sessions SET expires_at = now()');
    expect(await isSignedIn(person)).toBe(false);
  });

  it('shows pages that cannot be injected into or framed', async () => {
    const shown = await browser().get(
      `/sign-in?return_to=${encodeURIComponent('/"><script>alert(1)</script>')}`,
    );
    expect(shown.text).not.toContain('<script');
    expect(shown.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self'; font-src 'self'; script-src 'sha256-[\w+/=]+'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(shown.headers.get('cache-control')).toBe('no-store');
  });

  it('fails with a page that shows the id to report, and no id where nobody asks for it', async () => {
    const person = browser();
    await signIn(person, newAddress());
    await session.sql('ALTER TABLE sessions RENAME TO sessions_away');
    try {
      const { status, text, headers } = await person.get('/sign-in?return_to=/x');
      expect(status).toBe(500);
      expect(text).toContain('report the requestId');
      expect(text).toContain(`<code>${headers.get('x-request-id')}</code>`);
      expect(text).not.toContain('sessions');
    } finally {
      await session.sql('ALTER TABLE sessions_away RENAME TO sessions');
    }
    const forged = await person.post(
      '/sign-in',
      { email: newAddress(), return_to: '/dashboard' },
      { origin: 'https://elsewhere.example' },
    );
    expect(forged.status).toBe(400);
    expect(forged.text).not.toContain('requestId');
    expect(forged.text).not.toContain(forged.headers.get('x-request-id') ?? 'no id');
  });
});
