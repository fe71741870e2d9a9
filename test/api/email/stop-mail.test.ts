import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { EXAMPLE_HTML } from '../../../core/email-templates/schemas.ts';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the link that stops a waitlist’s email', () => {
  const session = shareSession({ environment: { EMAILS_PER_RECIPIENT_PER_DAY: '1000' } });
  let lists = 0;

  /** A waitlist with a template of its own. */
  async function newList(): Promise<{ id: string; slug: string }> {
    const slug = `stop-${++lists}`;
    const { body } = await session.api.post('/api/v1/waitlists', { name: `List <${slug}>`, slug });
    const template = { name: slug, subject: slug, html: EXAMPLE_HTML, waitlistIds: [body.waitlist.id] };
    expect((await session.api.post('/api/v1/email-templates', template)).status).toBe(201);
    return { id: body.waitlist.id, slug };
  }
  const mailTo = async (slug: string, email: string) =>
    (await session.mail()).filter(({ to, subject }) => to === email && subject.includes(slug));
  const settled = () =>
    eventually(async () =>
      expect(await session.sql("SELECT FROM outbox WHERE kind = 'confirmation_email'")).toEqual([]),
    );

  /** Joins, and waits for the email. @returns the path of its stop link, and the message */
  async function join(slug: string, email: string) {
    expect((await session.join(slug, { email })).status).toBe(201);
    const message = await eventually(async () => {
      const [found] = await mailTo(slug, email);
      if (!found) throw new Error('not sent yet');
      return found;
    });
    const link = /<(.+)>/.exec(message.headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
    return { message, path: link.replace(session.url, '') };
  }
  async function joinUnmailed(slug: string, email: string) {
    expect((await session.join(slug, { email })).status).toBe(201);
    await settled();
  }
  const post = (path: string, body = '', headers: Record<string, string> = URLENCODED) =>
    session.visitor.request('POST', path, { body, headers });

  it('is in both forms of the email, and in its headers for one click', async () => {
    const { slug } = await newList();
    const { message, path } = await join(slug, 'ada@example.com');
    expect(path).toMatch(/^\/u\/[\w-]{43}$/);
    expect(message.headers).toMatchObject({
      'List-Unsubscribe': `<${session.url}${path}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    for (const form of [message.html, message.text]) {
      expect(form).toContain(session.url + path);
      expect(form).toContain(`${session.url}/w/${slug}`);
    }
    expect(message.html).toContain(`List &lt;${slug}&gt;`);
  });

  it('shows pages in the look of the waitlist, which its policy allows', async () => {
    const { id, slug } = await newList();
    const { path } = await join(slug, 'brand@example.com');
    const design = { brandColor: '#c6f432', logoUrl: 'https://cdn.example/logo.png' };
    await session.api.patch(`/api/v1/waitlists/${id}`, { design });
    for (const { headers, body } of [await session.visitor.get(path), await post(path)]) {
      expect(body).toContain(
        `<a href="${session.url}/w/${slug}"><img src="https://cdn.example/logo.png" alt="List &lt;${slug}&gt;"></a>`,
      );
      const css = /<style>(:root{--brand:#c6f432.*?)<\/style>/.exec(body)?.[1] ?? '';
      const hash = createHash('sha256').update(css).digest('base64');
      expect(headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
      expect(headers.get('content-security-policy')).toContain("img-src 'self' https://cdn.example;");
      expect(body).toContain('<link rel="icon" href="https://cdn.example/logo.png">');
    }
  });

  it('is not in the default email', async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Default', slug: 'stop-default' });
    await session.join('stop-default', { email: 'default@example.com' });
    await eventually(async () => {
      const found = (await session.mail()).find(({ to }) => to === 'default@example.com');
      expect(found).toBeDefined();
      expect(found?.headers).not.toHaveProperty('List-Unsubscribe');
    });
  });

  it(`stops nothing when it is only opened${verifies('email.stop-needs-post')}`, async () => {
    const { slug } = await newList();
    const { path } = await join(slug, 'reader@example.com');
    const { status, headers, body } = await session.visitor.get(path);
    expect(status).toBe(200);
    expect(body).toContain(`List &lt;${slug}&gt;`);
    expect(body).toContain('<meta name="robots" content="noindex">');
    expect(body).not.toContain('reader@');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toBeNull();
    const head = await session.visitor.request('HEAD', path);
    expect([head.status, head.body]).toEqual([200, '']);
    expect(
      await session.sql(
        'SELECT FROM email_stops s JOIN waitlists w ON w.id = s.waitlist_id WHERE w.slug = $1',
        [slug],
      ),
    ).toEqual([]);
  });

  const multipart =
    '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  it.each<[string, string, Record<string, string>]>([
    ['one click', 'List-Unsubscribe=One-Click', URLENCODED],
    ['one click as multipart', multipart, { 'content-type': 'multipart/form-data; boundary=x' }],
    ['a form from another origin', '', { ...URLENCODED, origin: 'https://mail.example' }],
    ['a form without an origin', '', { ...URLENCODED, origin: 'null' }],
    ['no form at all', '{}', { 'content-type': 'application/json' }],
    ['a broken form', '--', { 'content-type': 'multipart/form-data; boundary=y' }],
  ])(
    `stops the email by %s, for good${verifies('email.stop-needs-post', 'email.stop-survives')}`,
    async (_, body, headers) => {
      const { slug, id } = await newList();
      const { path } = await join(slug, 'Stop.Me+news@gmail.com');
      for (let time = 0; time < 2; time++) {
        const answer = await post(path, body, headers);
        expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
        expect(answer.body).toContain('won’t get email');
      }
      expect((await post(path, 'leave=yes')).status).toBe(200);
      await joinUnmailed(slug, 'Stop.Me+news@gmail.com');
      await joinUnmailed(slug, 'stopme@googlemail.com');
      expect(
        (await session.mail()).filter(({ to, subject }) => /stop\.?me/i.test(to) && subject.includes(slug)),
      ).toHaveLength(1);
      // Nobody else is stopped, and no other waitlist.
      await join(slug, 'other@example.com');
      await join((await newList()).slug, 'Stop.Me+news@gmail.com');
      const [stop] = await session.sql(
        'SELECT encode(digest, $2) AS digest FROM email_stops WHERE waitlist_id = $1',
        [id, 'hex'],
      );
      const rows = await session.sql('SELECT e::text AS row FROM entries e');
      expect(JSON.stringify(rows)).not.toContain(stop.digest);
    },
    120_000,
  );

  it(`leaves the list only after its own confirmation${verifies('email.leave-by-link')}`, async () => {
    const { slug, id } = await newList();
    await join(slug, 'first@example.com');
    const { path } = await join(slug, 'leaver+x@example.com');
    const count = async () => (await session.api.get(`/api/v1/waitlists/${slug}/entries`)).body.total;
    const asked = await post(path, 'leave=ask');
    expect([asked.status, asked.body.includes('name="leave" value="yes"')]).toEqual([200, true]);
    expect(asked.body).toContain('<button autofocus>Keep my place</button>');
    expect((await session.visitor.get(`${path}?leave=no`)).body).toContain('You keep your place');
    expect(await count()).toBe(2);
    expect((await post(path, 'leave=yes')).body).toContain('You left');
    expect(await count()).toBe(1);
    const rows = await session.sql('SELECT e::text AS row FROM entries e WHERE waitlist_id = $1', [id]);
    const [{ mailbox_digest: noted }] = await session.sql(
      'SELECT mailbox_digest FROM entries WHERE waitlist_id = $1 AND seq = 2',
      [id],
    );
    expect(noted).toBeNull();
    expect(JSON.stringify(rows)).not.toContain('leaver');
    for (const request of [() => session.visitor.get(path), () => post(path), () => post(path, 'leave=yes')])
      expect((await request()).status).toBe(404);
    // Leaving alone stops nothing.
    await join(slug, 'leaver+x@example.com');
  });

  it('is unknown unless it was made by us, and when its waitlist is gone', async () => {
    const { slug } = await newList();
    const { path } = await join(slug, 'gone@example.com');
    const forged = `/u/${Buffer.concat([Buffer.from(path.slice(3), 'base64url').subarray(0, 16), randomBytes(16)]).toString('base64url')}`;
    for (const unknown of [forged, '/u/sample', '/u/%00', `/u/${'a'.repeat(43)}`]) {
      const { status, body, headers } = await session.visitor.get(unknown);
      expect([unknown, status, headers.get('content-type')]).toEqual([
        unknown,
        404,
        'text/html; charset=utf-8',
      ]);
      expect(body).toContain('This link isn’t valid');
      expect((await post(unknown)).status).toBe(404);
    }
    await session.api.delete(`/api/v1/waitlists/${slug}`);
    expect((await post(path)).status).toBe(404);
  });

  it.each([
    ['fails', '42883', 500, null],
    ['is unavailable', '53300', 503, '5'],
  ])('says to open it again when the service %s', async (_, code, status, retryAfter) => {
    const { slug } = await newList();
    const { path } = await join(slug, 'patient@example.com');
    await session.sql('ALTER FUNCTION take_request RENAME TO take_request_away');
    await session.sql(`CREATE FUNCTION take_request(bytea, integer, integer) RETURNS rate_verdict LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'internal' USING ERRCODE = '${code}'; END $$`);
    const answers = [await session.visitor.get(path), await post(path)];
    await session.sql('DROP FUNCTION take_request');
    await session.sql('ALTER FUNCTION take_request_away RENAME TO take_request');
    for (const { status: answered, headers, body } of answers) {
      expect([answered, headers.get('retry-after')]).toEqual([status, retryAfter]);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(body).toContain('open the link in your email again');
      expect(body).not.toMatch(/sign in|sign-in|requestId|internal/i);
    }
    expect((await session.visitor.get(path)).status).toBe(200);
  });

  it('is limited, and says when to come back', async () => {
    const { slug } = await newList();
    const { path } = await join(slug, 'busy@example.com');
    const answers = await Promise.all(Array.from({ length: 31 }, () => post(path)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
