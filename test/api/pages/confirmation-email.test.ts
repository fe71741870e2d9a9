import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

describe('the confirmation email', () => {
  const session = shareSession();

  it(`reaches every new signup, once${verifies('email.confirmation-sent', 'email.default-without-template', 'email.default-no-visitor-text', 'email.default-see-your-place', 'email.sender-via-anteroom', 'mail.every-message-kept', 'mail.json-shape')}`, async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Letters & Co', slug: 'letters' });
    const { body } = await session.join('letters', {
      email: 'ada@example.com',
      name: 'Buy at http://spam.example',
    });
    await session.join('letters', { email: 'ada@example.com' });
    await session.join('letters', { email: 'bob@example.com' });

    const messages = await eventually(async () => {
      const found = (await session.mail()).filter(({ subject }) =>
        subject.startsWith('You’re on the list for Letters'),
      );
      expect(found.map(({ to }) => to).sort()).toEqual(['ada@example.com', 'bob@example.com']);
      return found;
    });
    const ada = messages.find(({ to }) => to === 'ada@example.com');
    expect(ada).toMatchObject({
      subject: 'You’re on the list for Letters & Co',
      id: expect.any(String),
      from: '"Letters & Co via Anteroom" <hello@anteroom.test>',
    });
    for (const form of [ada?.html, ada?.text]) {
      expect(form).toContain('#1');
      expect(form).toContain(body.referralLink);
      expect(form).toContain(body.statusUrl);
      expect(form).toContain('See your place');
      expect(form).not.toContain('spam.example');
    }
  });

  it(`from a template knows the place and the name, and makes no link of what a visitor typed${verifies('templates.status-link', 'templates.name-neutralized')}`, async () => {
    const { body: made } = await session.api.post('/api/v1/waitlists', { name: 'Löwen', slug: 'named' });
    const html = `<!doctype html><html><head></head><body><p>Hi [{{name}}]</p><a href="{{statusLink}}">place</a></body></html>`;
    const template = { name: 'T', subject: 'Hi {{name}}!', html, waitlistIds: [made.waitlist.id] };
    expect((await session.api.post('/api/v1/email-templates', template)).status).toBe(201);
    const read = (to: string) =>
      eventually(async () => {
        const found = (await session.mail()).find(message => message.to === to);
        if (!found) throw new Error('not sent yet');
        return found;
      });
    const { body } = await session.join('named', { email: 'named@example.com', name: ' Zoë O’Neil-Lee ' });
    const named = await read('named@example.com');
    expect(named.subject).toBe('Hi Zoë O’Neil-Lee!');
    expect(named.html).toContain('<p>Hi [Zoë O’Neil-Lee]</p>');
    expect(named.html).toContain(`<a href="${body.statusUrl}">`);
    expect(named.text).toContain(body.statusUrl);
    expect(named.from).toBe(
      `=?UTF-8?B?${Buffer.from('Löwen via Anteroom').toString('base64')}?= <hello@anteroom.test>`,
    );

    await session.join('named', { email: 'phished@example.com', name: 'Log in at http://evil.example/x' });
    const phished = await read('phished@example.com');
    expect(phished.subject).toBe('Hi there!');
    expect(phished.html).toContain('<p>Hi [there]</p>');
  });
});
