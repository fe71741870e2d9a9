import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { sharePerson, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const PATH = '/api/v1/dashboard/email-templates/default';

describe(`GET ${PATH}`, () => {
  const session = shareSession();
  const person = sharePerson(session);

  const newWaitlist = async (fields: object) =>
    (await person.post('/api/v1/waitlists', { name: 'Branded', ...fields })).body.waitlist;
  /** The email to someone who joins, without what is different for each person. */
  const joined = async (slug: string, email: string) => {
    await session.join(slug, { email, name: 'Ada' });
    return eventually(async () => {
      const found = (await session.mail()).find(({ to }) => to === email);
      if (!found) throw new Error('not sent yet');
      return forAnyone(found);
    });
  };
  const forAnyone = ({ subject, html, text }: { subject: string; html: string; text: string }) =>
    [subject, html, text].map(part =>
      part
        .replace(/ref=\w+/g, 'ref=X')
        .replace(/\/([us])\/[\w-]+/g, '/$1/X')
        .replace(/#\d+\b(?![";])/g, '#N')
        .trim(),
    );

  it(`is the email that a signup gets, and a template that sends the same${verifies('templates.preview', 'templates.start-from-default')}`, async () => {
    const { id, slug } = await newWaitlist({ slug: 'branded', design: { brandColor: '#ff5a1f' } });
    const { status, body } = await person.get(`${PATH}?waitlistId=${id}`);
    expect(status).toBe(200);
    expect(body.email.html).toContain('background:#ff5a1f');
    expect(forAnyone(body.email)).toEqual(await joined(slug, 'usual@example.com'));

    await person.post('/api/v1/email-templates', { name: 'Copy', ...body.template, waitlistIds: [id] });
    const [subject, html] = await joined(slug, 'copy@example.com');
    expect([subject, html]).toEqual([
      'You’re on the list for Branded',
      expect.stringContaining('Hi Ada, you’re on the list for'),
    ]);
    expect(html).toContain('background:#ff5a1f');
  });

  it('shows a sample without a waitlist, and no other account’s', async () => {
    const { body } = await person.get(PATH);
    expect(body.email.subject).toBe('You’re on the list for Rocket Bikes');
    const { id } = await newWaitlist({ slug: 'not-yours' });
    const stranger = await (await session.createAccount('free')).signIn();
    expect(await stranger.get(`${PATH}?waitlistId=${id}`)).toMatchObject({ status: 404 });
    expect(await session.api.get(PATH)).toMatchObject({ status: 403 });
  });
});
