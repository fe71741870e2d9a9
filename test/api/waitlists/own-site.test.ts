import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const SITE = 'https://rocket.example';
const SHARE = `${SITE}/launch`;

describe('allowedOrigins and shareUrl', () => {
  const session = shareSession();

  const create = (fields: Record<string, unknown>) =>
    session.api.post('/api/v1/waitlists', { name: 'Own site', ...fields });
  const update = (slug: string, fields: Record<string, unknown>) =>
    session.api.patch(`/api/v1/waitlists/${slug}`, fields);
  const refusedShareUrl = {
    status: 400,
    body: { code: 'validation_failed', details: [{ path: 'shareUrl' }] },
  };

  it(`are empty by default, and are stored and shown${verifies('own-site.allowed-origins', 'own-site.share-url')}`, async () => {
    const { body: plain } = await create({ slug: 'plain-site' });
    expect(plain.waitlist).toMatchObject({ allowedOrigins: [], shareUrl: null });
    const fields = { allowedOrigins: [SITE, 'http://localhost:4000'], shareUrl: SHARE };
    expect((await create({ slug: 'full-site', ...fields })).body.waitlist).toMatchObject(fields);
    expect((await session.api.get('/api/v1/waitlists/full-site')).body.waitlist).toMatchObject(fields);
    expect((await update('plain-site', fields)).body.waitlist).toMatchObject(fields);
    const { body: cleared } = await update('plain-site', { shareUrl: null, allowedOrigins: [] });
    expect(cleared.waitlist).toMatchObject({ allowedOrigins: [], shareUrl: null });
  });

  it.each(['https://a.example/', 'http://a.example', 'null'])(
    `refuse %j as an origin${verifies('own-site.exact-origins')}`,
    async origin => {
      const allowedOrigins = [SITE, origin];
      await create({ slug: 'exact-site' });
      const answers = [await create({ allowedOrigins }), await update('exact-site', { allowedOrigins })];
      for (const { status, body } of answers) {
        expect([status, body.details[0].path]).toEqual([400, 'allowedOrigins.1']);
      }
    },
  );

  it(`are at most 20 origins, and a list${verifies('own-site.exact-origins')}`, async () => {
    const origins = Array.from({ length: 21 }, (_, index) => `https://s${index}.example`);
    expect((await create({ allowedOrigins: origins.slice(1) })).status).toBe(201);
    for (const allowedOrigins of [origins, null, SITE]) {
      const { status, body } = await create({ allowedOrigins });
      expect([status, body.details[0].path]).toEqual([400, 'allowedOrigins']);
    }
  });

  it.each([
    'https://elsewhere.example/launch',
    'http://rocket.example/launch',
    'https://rocket.example.evil.example',
    'https://rocket.example:8443/launch',
    'https://rocket.example@evil.example/',
    'https://rocket.example\\@evil.example/',
    `${SHARE}?utm=1`,
  ])(`refuse %j as shareUrl${verifies('own-site.share-url')}`, async shareUrl => {
    expect(await create({ allowedOrigins: [SITE], shareUrl })).toMatchObject(refusedShareUrl);
  });

  it(`do not let the origin of shareUrl go, whichever of the two is sent${verifies('own-site.share-url-needs-origin')}`, async () => {
    await create({ slug: 'kept-site', allowedOrigins: [SITE], shareUrl: SHARE });
    const { body: before } = await session.api.get('/api/v1/waitlists/kept-site');
    for (const changes of [
      { allowedOrigins: [] },
      { allowedOrigins: ['https://other.example'], name: 'Changed' },
      { shareUrl: 'https://other.example/x' },
      { allowedOrigins: [SITE], shareUrl: 'https://other.example/x' },
    ]) {
      expect(await update('kept-site', changes)).toMatchObject(refusedShareUrl);
    }
    expect((await session.api.get('/api/v1/waitlists/kept-site')).body).toEqual(before);
    const moved = { allowedOrigins: ['https://other.example'], shareUrl: 'https://other.example' };
    expect((await update('kept-site', moved)).body.waitlist).toMatchObject(moved);
  });

  it(`stay consistent when both change at once${verifies('own-site.share-url-needs-origin')}`, async () => {
    await create({ slug: 'race-site', allowedOrigins: [SITE] });
    for (let round = 0; round < 5; round++) {
      await update('race-site', { allowedOrigins: [SITE], shareUrl: null });
      const answers = await Promise.all([
        update('race-site', { allowedOrigins: [] }),
        update('race-site', { shareUrl: SHARE }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  it(`lead referral links to shareUrl, in the answer and in the email${verifies('own-site.share-url-in-links')}`, async () => {
    await create({ slug: 'shared-site', allowedOrigins: [SITE], shareUrl: SHARE });
    const { body } = await session.join('shared-site', { email: 'sharer@example.com' });
    expect(body.referralLink).toBe(`${SHARE}?ref=${body.referralCode}`);
    await eventually(async () => {
      const message = (await session.mail()).find(({ to }) => to === 'sharer@example.com');
      expect(message?.text).toContain(body.referralLink);
      expect(message?.html).toContain(body.referralLink);
    });
    const status = await session.visitor.get(`${new URL(body.statusUrl).pathname}.json`);
    expect(status.body.referralLink).toBe(body.referralLink);
    await session.visitor.post('/w/shared-site/status-links', { email: 'sharer@example.com' });
    await eventually(async () => {
      const mail = (await session.mail()).filter(({ to }) => to === 'sharer@example.com');
      expect(mail).toHaveLength(2);
      for (const message of mail) expect(message.html).toContain(body.referralLink);
    });
  });

  it(`lead referral links in templates and their previews to shareUrl${verifies('own-site.share-url-in-links')}`, async () => {
    const { body } = await create({ slug: 'own-mail', allowedOrigins: [SITE], shareUrl: SHARE });
    const html = '<!doctype html><html><head></head><body><a href="{{referralLink}}">Share</a></body></html>';
    const { id } = body.waitlist;
    await session.api.post('/api/v1/email-templates', {
      name: 'Own',
      subject: 'Hi',
      html,
      waitlistIds: [id],
    });
    const { body: joined } = await session.join('own-mail', { email: 'templated@example.com' });
    await eventually(async () => {
      const message = (await session.mail()).find(({ to }) => to === 'templated@example.com');
      expect(message?.html).toContain(`${SHARE}?ref=${joined.referralCode}`);
    });
    const person = await session.signIn();
    const preview = await person.post('/api/v1/dashboard/email-templates/preview', {
      subject: 'Hi',
      html,
      waitlistId: id,
    });
    expect(JSON.stringify(preview.body)).toContain(`${SHARE}?ref=SAMPLE`);
  });
});
