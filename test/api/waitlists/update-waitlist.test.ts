import { describe, expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

describe('PATCH /api/v1/waitlists/{id}', () => {
  const session = shareSession();

  async function create(fields: Record<string, unknown>) {
    const { body } = await session.api.post('/api/v1/waitlists', fields);
    return body.waitlist;
  }
  const update = (id: string, body: Record<string, unknown>) =>
    session.api.patch(`/api/v1/waitlists/${id}`, body);

  describe('200', () => {
    it(`changes only what is sent${verifies('waitlists.update-200', 'waitlists.update-only-sent-fields', 'waitlists.update-all-optional')}`, async () => {
      const waitlist = await create({
        name: 'Before',
        seoTitle: 'Kept',
        description: 'Kept too',
        referralBoost: 9,
      });
      const { status, body } = await update(waitlist.id, { name: 'After' });
      expect(status).toBe(200);
      expect(body.waitlist).toEqual({ ...waitlist, name: 'After' });
      expect((await update(waitlist.id, {})).body.waitlist).toEqual({ ...waitlist, name: 'After' });
      expect(body.waitlist).not.toHaveProperty('reactCode');
    });

    it(`clears a nullable member with null${verifies('waitlists.null-clears-nullable')}`, async () => {
      const nullable = {
        description: 'd',
        seoTitle: 't',
        seoDescription: 's',
        seoKeywords: 'k',
        ogImage: 'https://example.com/a.jpg',
        referralMessage: 'm',
      };
      const waitlist = await create({ name: 'Nulls', ...nullable });
      for (const member of Object.keys(nullable)) {
        const { body } = await update(waitlist.slug, { [member]: null });
        expect(body.waitlist[member]).toBeNull();
      }
    });

    it(`moves the page with the slug; the old URL is gone and its slug is free${verifies('waitlists.slug-change-moves-url', 'waitlists.old-slug-404')}`, async () => {
      await create({ name: 'Move', slug: 'old-place' });
      const { body } = await update('old-place', { slug: 'new-place' });
      expect(body.waitlist.url).toBe(`${session.url}/w/new-place`);
      expect((await session.visitor.get('/w/new-place')).status).toBe(200);
      expect((await session.visitor.get('/w/old-place')).status).toBe(404);
      expect((await session.api.get('/api/v1/waitlists/old-place')).status).toBe(404);
      expect((await create({ name: 'x', slug: 'old-place' })).slug).toBe('old-place');
    });

    it(`enables referrals on a licensed waitlist, also on the free plan${verifies('waitlists.referral-enabled-when-licensed', 'licenses.whatever-the-plan', 'waitlists.field-referral-enabled')}`, async () => {
      const free = await session.otherAccount('free');
      const { body: created } = await free.post('/api/v1/waitlists', { name: 'Licensed', slug: 'licensed' });
      await session.license('licensed');
      const { status, body } = await free.patch('/api/v1/waitlists/licensed', { referralEnabled: true });
      expect(status).toBe(200);
      expect(body.waitlist).toEqual({ ...created.waitlist, licensed: true, referralEnabled: true });
    });

    it('replaces the page code', async () => {
      const { slug } = await create({ name: 'Code' });
      const reactCode = 'function GeneratedWaitlist() { return "mine" }';
      await update(slug, { reactCode });
      expect((await session.api.get(`/api/v1/waitlists/${slug}`)).body.waitlist.reactCode).toBe(reactCode);
    });
  });

  describe('400', () => {
    it.each(['name', 'slug', 'reactCode', 'referralEnabled', 'referralBoost'])(
      `refuses null for %s${verifies('waitlists.null-refused')}`,
      async member => {
        const { slug } = await create({ name: `Null ${member}` });
        const { status, body } = await update(slug, { [member]: null });
        expect(status).toBe(400);
        expect(body.details[0].path).toBe(member);
      },
    );

    it(`refuses a taken slug and changes nothing${verifies('waitlists.slug-taken-400')}`, async () => {
      await create({ name: 'A', slug: 'slug-a' });
      const b = await create({ name: 'B', slug: 'slug-b' });
      const { status, body } = await update('slug-b', { slug: 'slug-a', name: 'Changed' });
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'validation_failed', details: [{ path: 'slug' }] });
      expect((await session.api.get('/api/v1/waitlists/slug-b')).body.waitlist).toMatchObject(b);
    });
  });

  describe('402', () => {
    it(`requires a license for this waitlist, and changes nothing${verifies('payment.license-required', 'payment.license-upgrade-url')}`, async () => {
      const waitlist = await create({ name: 'Unlicensed' });
      const { status, body } = await update(waitlist.slug, { referralEnabled: true, name: 'Changed' });
      expect(status).toBe(402);
      expect(body).toMatchObject({
        code: 'license_required',
        priceUsd: 49,
        upgradeUrl: `${session.url}/dashboard/waitlists/${waitlist.id}/license`,
      });
      expect((await session.api.get(`/api/v1/waitlists/${waitlist.id}`)).body.waitlist).toMatchObject(
        waitlist,
      );
    });

    it(`comes after 404 and before the error for a taken slug${verifies('order.resource-before-payment', 'order.payment-before-conflict')}`, async () => {
      const { slug } = await create({ name: 'Order' });
      expect((await update('no-such-list', { referralEnabled: true })).status).toBe(404);
      expect((await update(slug, { referralEnabled: true, slug: 'slug-a' })).status).toBe(402);
    });
  });

  describe('404', () => {
    it(`after the input is checked${verifies('order.input-before-resource')}`, async () => {
      expect((await update('no-such-list', { name: '' })).status).toBe(400);
      expect((await update('no-such-list', { name: 'x' })).status).toBe(404);
    });
  });
});
