import { describe, expect, it } from '@jest/globals';
import type { KeptMessage } from '../../../local/mail/mailbox.ts';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

describe('emails about a place', () => {
  const session = shareSession({ environment: { EMAILS_PER_RECIPIENT_PER_DAY: '1000' } });

  /** What Ada gets from a new waitlist: the confirmation, her link, and that she moved up. */
  async function emailsOf(slug: string, { api = session.api, design = {} } = {}) {
    await api.post('/api/v1/waitlists', { name: slug, slug, design });
    await session.license(slug);
    await api.patch(`/api/v1/waitlists/${slug}`, { referralEnabled: true, referralBoost: 1 });
    await session.join(slug, { email: 'first@example.com' });
    const ada = { email: 'ada@example.com' };
    const { body } = await session.join(slug, ada);
    expect((await session.visitor.post(`/w/${slug}/status-links`, ada)).status).toBe(202);
    await session.join(slug, { email: 'friend@example.com', referralCode: body.referralCode });
    return eventually(async () => {
      const found = (await session.mail()).filter(
        ({ to, subject }) => to === ada.email && subject.endsWith(` for ${slug}`),
      );
      expect(found.map(({ subject }) => subject).toSorted()).toEqual([
        `You moved up to #1 for ${slug}`,
        `Your place in line for ${slug}`,
        `You’re on the list for ${slug}`,
      ]);
      return found;
    });
  }

  it(`have the color and the logo of the waitlist${verifies('email.brand')}`, async () => {
    const logoUrl = 'https://example.com/logo.png';
    for (const { html } of await emailsOf('branded', { design: { brandColor: '#ff5a1f', logoUrl } })) {
      expect(html).toMatch(/class="button"[^>]*background:#ff5a1f;color:#000000/);
      expect(html).toContain(`src="${logoUrl}"`);
    }
  });

  describe('of an account that gets replies', () => {
    const ACCOUNT = '/api/v1/dashboard/account';
    const replyTo = (messages: readonly KeptMessage[]) => messages.map(({ headers }) => headers['Reply-To']);

    it(`have its address as Reply-To, once it chose so${verifies('email.reply-to')}`, async () => {
      const account = await session.createAccount('pro');
      const api = await account.signIn();
      expect(replyTo(await emailsOf('no-replies', { api }))).toEqual([undefined, undefined, undefined]);

      const { status, body } = await api.patch(ACCOUNT, { replyTo: true });
      expect([status, body.account]).toEqual([200, (await api.get('/api/v1/me')).body.account]);
      expect(body.account).toMatchObject({ email: account.email, replyTo: true });
      expect(replyTo(await emailsOf('replies', { api }))).toEqual([
        account.email,
        account.email,
        account.email,
      ]);
      expect(replyTo(await emailsOf('of-another-account'))).toEqual([undefined, undefined, undefined]);

      expect((await api.patch(ACCOUNT, { replyTo: false })).body.account.replyTo).toBe(false);
      expect(replyTo(await emailsOf('no-more-replies', { api }))).toEqual([undefined, undefined, undefined]);
    });

    it(`have none after the address bounced${verifies('email.reply-to-bounced')}`, async () => {
      const account = await session.createAccount('pro');
      const api = await account.signIn();
      await api.patch(ACCOUNT, { replyTo: true });
      // As an event about an email to the same address, in any spelling.
      await api.post('/api/v1/waitlists', { name: 'Own', slug: 'own-list' });
      await session.join('own-list', { email: account.email.toUpperCase() });
      await session.sql(
        `INSERT INTO email_suppressions (email_digest, reason, waitlist_id, first_event_at, last_event_at)
         SELECT e.email_digest, 'bounce', w.id, now(), now()
         FROM entries e JOIN waitlists w ON w.id = e.waitlist_id WHERE w.slug = 'own-list'`,
      );
      expect(replyTo(await emailsOf('bounced', { api }))).toEqual([undefined, undefined, undefined]);
    });

    it(`is chosen by a person only, as true or false${verifies('email.reply-to')}`, async () => {
      expect(await session.api.patch(ACCOUNT, { replyTo: true })).toMatchObject({ status: 403 });
      const person = await session.signIn();
      for (const body of [{}, { replyTo: null }, { replyTo: 'someone@example.com' }])
        expect(await person.patch(ACCOUNT, body)).toMatchObject({
          status: 400,
          body: { details: [{ path: 'replyTo' }] },
        });
      expect((await session.api.get('/api/v1/me')).body.account.replyTo).toBe(false);
    });
  });
});
