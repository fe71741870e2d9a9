import { describe, expect, it } from '@jest/globals';
import { TEMPLATE_KINDS } from '../../../core/email/template-kinds.ts';
import { EXAMPLE_HTML } from '../../../core/email-templates/schemas.ts';
import { readSimpleEmail } from '../../../core/email-templates/simple-email.ts';
import { eventually } from '../../support/eventually.ts';
import { startFailingSes } from '../../support/failing-ses.ts';
import { openSession, sharePerson, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const PREVIEW = '/api/v1/dashboard/email-templates/preview';
const TEST = '/api/v1/dashboard/email-templates/test';
const SUBJECT = 'Number {{position}} for {{waitlistName}}';

/** What the default email of each kind, and so a new template, says. */
const SAID = {
  confirmation: 'Orbit',
  confirm_address: 'Confirm your email address to get your place in line',
  invitation: 'This link is yours alone. It works until',
  moved_up: '#128',
} as const;

describe('email templates on sample values', () => {
  const session = shareSession();
  const person = sharePerson(session);

  const newWaitlist = async (name: string) =>
    (await person.post('/api/v1/waitlists', { name, description: 'Fresh & <hot>' })).body.waitlist;

  describe(`POST ${PREVIEW}`, () => {
    it(`uses a sample waitlist, escaped in html and plain in text${verifies('templates.preview')}`, async () => {
      const { status, body } = await person.post(PREVIEW, { subject: SUBJECT, html: EXAMPLE_HTML });
      expect(status).toBe(200);
      expect(body.subject).toBe('Number 128 for Rocket Bikes');
      expect(body.html).toContain('You’re #128 on the list for Rocket Bikes');
      expect(body.html).toContain(`${session.url}/w/rocket-bikes?ref=SAMPLE`);
      expect(body.text).toContain('The first bicycle with a launch pad.');
      expect(body.errors).toBeUndefined();
    });

    it.each(TEMPLATE_KINDS)(
      `starts a template of kind %s as its default email, previews it, and tests it${verifies('email-kinds.preview')}`,
      async kind => {
        const waitlist = await newWaitlist('Orbit');
        const of = `kind=${kind}&waitlistId=${waitlist.id}`;
        const { body: start } = await person.get(`/api/v1/dashboard/email-templates/default?${of}`);
        const made = { name: 'Start', kind, ...start.template };
        expect((await person.post('/api/v1/email-templates', made)).status).toBe(201);
        const draft = { kind, ...start.template, waitlistId: waitlist.id };
        const { body } = await person.post(PREVIEW, draft);
        expect(body).toMatchObject({ subject: start.email.subject });
        expect(body.errors).toBeUndefined();
        const said = SAID[kind];
        for (const text of [start.email.html, start.email.text, body.html, body.text])
          expect(text).toEqual(expect.stringContaining(said));
        expect(body.html).not.toContain('{{');
        expect(readSimpleEmail(start.template.html) === null).toBe(kind === 'confirmation');

        expect((await person.post(TEST, draft)).status).toBe(200);
        expect((await session.mail())[0]).toMatchObject({
          subject: start.email.subject,
          text: body.text.trim(),
        });
      },
    );

    it('says what keeps a text from being of its kind', async () => {
      const { body } = await person.post(PREVIEW, {
        kind: 'invitation',
        subject: '{{position}}',
        html: EXAMPLE_HTML,
      });
      expect(body.errors).toEqual([
        { path: 'subject', message: expect.stringContaining('{{position}}') },
        { path: 'html', message: expect.stringContaining('{{position}}') },
        { path: 'html', message: expect.stringContaining('needs {{inviteLink}}') },
      ]);
      expect(await person.post(TEST, { kind: 'invitation', subject: 'x', html: EXAMPLE_HTML })).toMatchObject(
        {
          status: 400,
          body: { details: [{ path: 'html' }, { path: 'html' }] },
        },
      );
      expect(await person.post(PREVIEW, { kind: 'none', subject: 'x', html: EXAMPLE_HTML })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'kind' }] },
      });
    });

    it('uses a waitlist of the account, but not another account’s', async () => {
      const waitlist = await newWaitlist('Pizza "4" <you>');
      const sample = { subject: SUBJECT, html: EXAMPLE_HTML };
      const { body } = await person.post(PREVIEW, { ...sample, waitlistId: waitlist.id });
      expect(body.subject).toBe('Number 128 for Pizza "4" <you>');
      expect(body.html).toContain('Fresh &amp; &lt;hot&gt;');
      const stranger = await (await session.createAccount('free')).signIn();
      expect(await stranger.post(PREVIEW, { ...sample, waitlistId: waitlist.slug })).toMatchObject({
        status: 404,
      });
    });

    it('matches the email that a signup gets', async () => {
      const waitlist = await newWaitlist('Same');
      // Its links lead to the domain once that is active.
      const domain = `/api/v1/waitlists/${waitlist.id}/domain`;
      await person.post(domain, { domain: 'same.test' });
      await eventually(async () => expect((await person.get(domain)).body.state).toBe('active'));
      const template = { name: 'Same', subject: SUBJECT, html: EXAMPLE_HTML };
      await person.post('/api/v1/email-templates', { ...template, waitlistIds: [waitlist.id] });
      await session.join(waitlist.slug, { email: 'same@example.com', name: 'Ada' });
      const sent = await eventually(async () => {
        const found = (await session.mail()).find(({ to }) => to.includes('same@example.com'));
        if (!found) throw new Error('not sent yet');
        return found;
      });
      const { body } = await person.post(PREVIEW, {
        subject: template.subject,
        html: template.html,
        waitlistId: waitlist.id,
      });
      const real = (text: string) =>
        text
          .replace(/ref=\w+/g, 'ref=X')
          .replace(/\/([us])\/[\w-]+/g, '/$1/X')
          .replace(/\r\n/g, '\n')
          .trim();
      const asSent = (text: string) => real(text.replace(/128/g, '1'));
      expect([asSent(body.subject), asSent(body.html)]).toEqual([real(sent.subject), real(sent.html)]);
    });

    it('reports why it could not be saved, and renders no markup that breaks the rules', async () => {
      const script = EXAMPLE_HTML.replace('</body>', '<script>alert(1)</script></body>');
      const { status, body } = await person.post(PREVIEW, { subject: 'a\nb {{nobody}}', html: script });
      expect(status).toBe(200);
      expect(body.html).toBe('');
      expect(body.errors).toEqual([
        { path: 'subject', message: expect.stringContaining('one line') },
        { path: 'html', message: expect.stringContaining('script') },
        { path: 'subject', message: expect.stringContaining('{{nobody}}') },
      ]);
      const unknown = await person.post(PREVIEW, { subject: 'x', html: `${EXAMPLE_HTML}{{nobody}}` });
      expect(unknown.body.html).toContain('{{nobody}}');
      expect(unknown.body.errors).toMatchObject([{ path: 'html' }]);
    });

    it('400: without html, and for html more than twice the limit', async () => {
      expect(await person.post(PREVIEW, { subject: 'x' })).toMatchObject({ status: 400 });
      const html = 'x'.repeat(200_001);
      expect(await person.post(PREVIEW, { subject: 'x', html })).toMatchObject({ status: 400 });
    });
  });

  describe(`POST ${TEST}`, () => {
    it(`sends only to the address of the account${verifies('templates.test-to-self')}`, async () => {
      const body = { subject: SUBJECT, html: EXAMPLE_HTML };
      expect(await person.post(TEST, { ...body, to: 'victim@example.com' })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'to' }] },
      });
      expect(await person.post(TEST, body)).toMatchObject({ status: 200, body: { sentTo: session.email } });
      const mail = await session.mail();
      expect(mail[0]).toMatchObject({
        to: expect.stringContaining(session.email),
        subject: 'Number 128 for Rocket Bikes',
      });
      expect(mail.some(({ to }) => to.includes('victim'))).toBe(false);
    });

    it('400: for a template that could not be saved', async () => {
      const bad = { subject: '{{nobody}}', html: '<p>no document</p>' };
      expect(await person.post(TEST, bad)).toMatchObject({
        status: 400,
        body: { details: [{ path: 'html' }, { path: 'subject' }] },
      });
    });

    it('400: when the account’s address bounced', async () => {
      const account = await session.createAccount('free');
      const one = await account.signIn();
      await one.post(TEST, { subject: 'x', html: EXAMPLE_HTML });
      await session.sql(
        `INSERT INTO email_suppressions (email_digest, reason, waitlist_id, first_event_at, last_event_at)
         SELECT recipient, 'bounce', gen_random_uuid(), now(), now() FROM email_grants
         ORDER BY granted_at DESC LIMIT 1`,
      );
      expect(await one.post(TEST, { subject: 'x', html: EXAMPLE_HTML })).toMatchObject({
        status: 400,
        body: { details: [{ message: expect.stringContaining('bounced') }] },
      });
    });

    it('403: for a key', async () => {
      expect(await session.api.post(TEST, { subject: 'x', html: EXAMPLE_HTML })).toMatchObject({
        status: 403,
      });
      expect(await session.api.post(PREVIEW, { subject: 'x', html: EXAMPLE_HTML })).toMatchObject({
        status: 403,
      });
    });
  });
});

describe('limits of test emails', () => {
  it.each([
    ['EMAILS_PER_RECIPIENT_PER_DAY', 'mailbox', 24 * 3600],
    ['EMAILS_PER_DAY_FREE', 'for today', 24 * 3600 + 1],
  ])(
    `429 after %s${verifies('templates.test-limited')}`,
    async (setting, words, longest) => {
      const session = await openSession({ plan: 'free', environment: { [setting]: '2' } });
      try {
        const person = await session.signIn();
        const send = () => person.post(TEST, { subject: 'x', html: EXAMPLE_HTML });
        expect((await Promise.all([send(), send(), send()])).map(({ status }) => status).sort()).toEqual([
          200, 200, 429,
        ]);
        const { status, body, headers } = await send();
        expect(status).toBe(429);
        expect(body).toMatchObject({ code: 'rate_limited', error: expect.stringContaining(words) });
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(longest);
        expect(await session.mail()).toHaveLength(2);
      } finally {
        await session.close();
      }
    },
    60_000,
  );
});

describe('a mail service that refuses', () => {
  it.each([
    ['BadRequestException', 400, 'validation_failed'],
    ['SendingPausedException', 500, 'internal_error'],
  ])(
    '%s is a %d',
    async (type, status, code) => {
      const ses = await startFailingSes(() => ({ status: 400, type, message: 'Illegal content' }));
      const session = await openSession({
        environment: { AWS_ENDPOINT_URL_SESV2: ses.endpoint, LOG_LEVEL: 'SILENT' },
      });
      try {
        const person = await session.signIn();
        const answer = await person.post(TEST, { subject: 'x', html: EXAMPLE_HTML });
        expect(answer).toMatchObject({ status, body: { code } });
        expect(JSON.stringify(answer.body)).not.toContain(type);
      } finally {
        await session.close();
        await ses.stop();
      }
    },
    60_000,
  );
});
