import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { type ApiSession, openSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

describe('emails about a place', () => {
  let session: ApiSession;
  beforeAll(async () => {
    session = await openSession({ environment: { EMAILS_PER_RECIPIENT_PER_DAY: '1000' } });
  });
  afterAll(() => session.close());

  /** What Ada gets from a new waitlist: the confirmation, her link, and that she moved up. */
  async function emailsOf(slug: string, design: object) {
    await session.api.post('/api/v1/waitlists', { name: slug, slug, design });
    await session.license(slug);
    await session.api.patch(`/api/v1/waitlists/${slug}`, { referralEnabled: true, referralBoost: 1 });
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
        `You're on the list for ${slug}`,
        `Your place in line for ${slug}`,
      ]);
      return found;
    });
  }

  it(`have the color and the logo of the waitlist${verifies('email.brand')}`, async () => {
    const logoUrl = 'https://example.com/logo.png';
    for (const { html } of await emailsOf('branded', { brandColor: '#ff5a1f', logoUrl })) {
      expect(html).toMatch(/class="button"[^>]*background:#ff5a1f;color:#000000/);
      expect(html).toContain(`src="${logoUrl}"`);
    }
  });
});
