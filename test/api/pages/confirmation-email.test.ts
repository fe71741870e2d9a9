import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { type ApiSession, openSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

describe('the confirmation email', () => {
  let session: ApiSession;
  beforeAll(async () => {
    session = await openSession();
  });
  afterAll(() => session.close());

  it(`reaches every new signup, once${verifies('email.confirmation-sent', 'email.default-without-template', 'email.default-no-visitor-text', 'mail.every-message-kept', 'mail.json-shape')}`, async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Letters & Co', slug: 'letters' });
    const { body } = await session.join('letters', {
      email: 'ada@example.com',
      name: 'Buy at http://spam.example',
    });
    await session.join('letters', { email: 'ada@example.com' });
    await session.join('letters', { email: 'bob@example.com' });

    const messages = await eventually(async () => {
      const found = (await session.mail()).filter(({ subject }) => subject.includes('Letters'));
      expect(found.map(({ to }) => to).sort()).toEqual(['ada@example.com', 'bob@example.com']);
      return found;
    });
    const ada = messages.find(({ to }) => to === 'ada@example.com');
    expect(ada).toMatchObject({
      subject: "You're on the list for Letters & Co",
      id: expect.any(String),
      from: expect.stringContaining('@'),
    });
    for (const form of [ada?.html, ada?.text]) {
      expect(form).toContain('#1');
      expect(form).toContain(body.referralLink);
      expect(form).not.toContain('spam.example');
    }
  });
});
