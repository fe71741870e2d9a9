import { describe, expect, it } from '@jest/globals';
import { TEMPLATE_KINDS, type TemplateKind, VARIABLES_OF } from '../../../core/email/template-kinds.ts';
import { ALL_SCOPES } from '../../../core/kernel/scopes.ts';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const INVITE_URL = 'https://rocket.example/welcome';
/** Every variable of a kind, each in its own paragraph. */
const htmlOf = (kind: TemplateKind, words = '') =>
  `<!doctype html><html><head></head><body><p>${words}</p>${VARIABLES_OF[kind]
    .map(name =>
      name.endsWith('Link') ? `<a href="{{${name}}}">${name}</a>` : `<p>${name}=[{{${name}}}]</p>`,
    )
    .join('')}</body></html>`;

describe('emails from templates of each kind', () => {
  const session = shareSession({
    environment: { EMAILS_PER_RECIPIENT_PER_DAY: '1000', OWN_TEMPLATES_AFTER_HOURS: '24' },
  });
  let lists = 0;

  /** Joins in the language that the address begins with, as in `de-ada@`. */
  const join = (slug: string, signup: { readonly email: string } & Record<string, unknown>) =>
    session.join(slug, { language: signup.email.split('-')[0], ...signup });

  /** A waitlist of an account on this plan, with one place gained for each friend. */
  async function newList(plan: 'free' | 'pro' = 'pro') {
    const account = await session.createAccount(plan);
    const api = await account.withScopes(ALL_SCOPES);
    const slug = `kinds-${++lists}`;
    const { body } = await api.post('/api/v1/waitlists', {
      name: slug,
      slug,
      description: 'Bikes & more',
      inviteUrl: INVITE_URL,
      languages: ['en', 'de'],
    });
    await session.license(slug);
    await api.patch(`/api/v1/waitlists/${slug}`, { referralEnabled: true, referralBoost: 1 });
    const { id } = body.waitlist;
    const use = async (kind: TemplateKind, words: string, language: string | null = null) => {
      const html = htmlOf(kind, words);
      const template = { name: words, subject: words, html, kind, language, waitlistIds: [id] };
      const answer = await api.post('/api/v1/email-templates', template);
      expect([answer.status, answer.body.details]).toEqual([201, undefined]);
      return answer.body.template;
    };
    return { account, api, id, slug, use };
  }
  type List = Awaited<ReturnType<typeof newList>>;

  const mailTo = (slug: string, email: string, count = 1) =>
    eventually(async () => {
      const found = (await session.mail()).filter(({ to, from }) => to === email && from.includes(slug));
      if (found.length < count) throw new Error(`${found.length} of ${count} sent yet`);
      return found[0] as (typeof found)[number];
    });

  /** Makes somebody of a new list get an email of this kind. @returns the email */
  const GET: Readonly<Record<TemplateKind, (list: List, email: string) => ReturnType<typeof mailTo>>> = {
    async confirmation({ slug }, email) {
      expect((await join(slug, { email, name: 'Ada' })).status).toBe(201);
      return mailTo(slug, email);
    },
    async confirm_address({ api, slug }, email) {
      await api.patch(`/api/v1/waitlists/${slug}`, { confirmation: 'required' });
      expect((await join(slug, { email, name: 'Ada' })).status).toBe(202);
      return mailTo(slug, email);
    },
    async invitation({ api, slug }, email) {
      await join(slug, { email, name: 'Ada' });
      await mailTo(slug, email);
      const { body } = await api.get(`/api/v1/waitlists/${slug}/entries?email=${email}`);
      const invited = await api.post(`/api/v1/waitlists/${slug}/invitations`, {
        entryIds: [body.entries[0].id],
        ...(email.includes('message') && { message: 'Thank you.\n<b>Soon</b>' }),
      });
      expect(invited.status).toBe(201);
      return mailTo(slug, email, 2);
    },
    async moved_up({ slug }, email) {
      await join(slug, { email: 'first@example.com' });
      const { body } = await join(slug, { email, name: 'Ada' });
      await mailTo(slug, email);
      await join(slug, { email: 'friend@example.com', referralCode: body.referralCode });
      return mailTo(slug, email, 2);
    },
  };

  const DEFAULT_SUBJECTS = {
    confirmation: /^You’re on the list for /,
    confirm_address: /^Confirm your email address for /,
    invitation: /^You’re in: /,
    moved_up: /^You moved up to #1 for /,
  } as const;

  describe.each(TEMPLATE_KINDS)('%s', kind => {
    it(`is sent with its values, and our line at its end${verifies('email-kinds.sent', 'email-kinds.links-derived', 'email-kinds.stoppable')}`, async () => {
      const list = await newList();
      const { html } = await list.use(kind, `Own ${kind}`);
      const email = await GET[kind](list, 'ada@example.com');
      expect(email.subject).toBe(`Own ${kind}`);
      const own = { waitlistName: list.slug, description: 'Bikes &amp; more', name: 'Ada', message: '' };
      const values: Record<string, string> = {
        ...own,
        position: '1',
        movedBy: '1',
        expiresOn: expect.any(String) as unknown as string,
      };
      for (const name of VARIABLES_OF[kind]) {
        const link = new RegExp(`<a href="([^"]+)">${name}</a>`).exec(email.html)?.[1];
        if (!name.endsWith('Link')) {
          const shown = new RegExp(`<p>${name}=\\[(.*?)\\]</p>`).exec(email.html)?.[1];
          expect({ [name]: shown }).toEqual({ [name]: values[name] });
        } else {
          expect({ [name]: link }).toEqual({ [name]: expect.stringMatching(/^https?:\/\//) });
          expect(email.text).toContain(link?.replaceAll('&amp;', '&'));
        }
        expect(html).toContain(`{{${name}}}`);
      }
      const stop = /<(.+)>/.exec(email.headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
      for (const form of [email.html, email.text]) expect(form).toContain(stop);
      expect(email.text).toContain('This email was written by the owner');
      const path = stop.replace(session.url, '');
      const page = await session.visitor.get(path);
      expect(page.status).toBe(200);
      // Until people confirm, they have no place, so they cannot leave.
      expect(String(page.body).includes('Leave the waitlist')).toBe(kind !== 'confirm_address');
      const stopped = await session.visitor.request('POST', path, {
        body: '',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(stopped.status).toBe(200);
      const [row] = await session.sql(
        'SELECT count(*)::integer AS n FROM email_stops WHERE waitlist_id = $1',
        [list.id],
      );
      expect(row.n).toBe(1);
    });

    it(`is in the person’s language, else the one for any, else ours${verifies('email-kinds.in-their-language')}`, async () => {
      const list = await newList();
      for (const other of TEMPLATE_KINDS) if (other !== kind) await list.use(other, `Other ${other}`);
      const none = await newList();
      await none.use(kind, 'Deutsch', 'de');
      const subject = async (each: List, email: string) => (await GET[kind](each, email)).subject;
      // Other kinds, and other languages, take no part.
      expect(await subject(list, 'plain@example.com')).toMatch(DEFAULT_SUBJECTS[kind]);
      expect(await subject(none, 'fr-ada@example.com')).toMatch(DEFAULT_SUBJECTS[kind]);
      const both = await newList();
      await both.use(kind, 'Deutsch', 'de');
      await both.use(kind, 'Any');
      expect(await subject(both, 'de-ada@example.com')).toBe('Deutsch');
      const any = await newList();
      await any.use(kind, 'Deutsch', 'de');
      await any.use(kind, 'Any');
      expect(await subject(any, 'fr-bob@example.com')).toBe('Any');
    });

    it(`is ours while the account is new${verifies('email-kinds.new-accounts')}`, async () => {
      const list = await newList('free');
      await list.use(kind, `Own ${kind}`);
      expect((await GET[kind](list, 'new@example.com')).subject).toMatch(DEFAULT_SUBJECTS[kind]);
    });
  });

  it('confirms the address, and redeems the invitation, with the links of templates', async () => {
    const list = await newList();
    await list.use('confirm_address', 'Own confirm');
    await list.use('invitation', 'Own invitation');
    const asked = await GET.confirm_address(list, 'ada@example.com');
    const path = new URL(/href="([^"]+\/c\/[^"]+)"/.exec(asked.html)?.[1] ?? '').pathname;
    expect((await session.visitor.post(path, {})).status).toBe(303);
    await mailTo(list.slug, 'ada@example.com', 2);
    await list.api.post(`/api/v1/waitlists/${list.slug}/invitations`, { count: 1 });
    const invited = await mailTo(list.slug, 'ada@example.com', 3);
    const code = /code=([\w-]{22})/.exec(invited.html)?.[1];
    const redeemed = await list.api.post('/api/v1/invitations/redeem', { code });
    expect(redeemed).toMatchObject({ status: 200, body: { email: 'ada@example.com' } });
  });

  it('shows a message as it was typed, line by line', async () => {
    const list = await newList();
    await list.use('invitation', 'Own');
    const { html, text } = await GET.invitation(list, 'message@example.com');
    expect(html).toContain('message=[Thank you.<br>&lt;b&gt;Soon&lt;/b&gt;]');
    expect(text).toContain('message=[Thank you.\n<b>Soon</b>]');
  });

  it(`writes nothing that a visitor typed to an address that nobody confirmed${verifies('email-kinds.unconfirmed')}`, async () => {
    const list = await newList();
    await list.use('confirm_address', 'Own');
    // Stored by a release that did not know the rule.
    await session.sql(
      `UPDATE email_templates SET html = replace(html, '<p>', '<p>{{name}}') WHERE kind = 'confirm_address'`,
    );
    await list.api.patch(`/api/v1/waitlists/${list.slug}`, { confirmation: 'required' });
    await join(list.slug, { email: 'victim@example.com', name: 'Mallory' });
    const { html, text, subject } = await mailTo(list.slug, 'victim@example.com');
    expect(subject).toBe('Own');
    for (const form of [html, text]) expect(form).not.toContain('Mallory');
  });

  it(`greets without a name as the person’s language does${verifies('email-kinds.nameless')}`, async () => {
    const list = await newList();
    const html = `<!doctype html><html><head></head><body><p>Hi {{name}}, hi {{name|friend}}, hi {{name|}}!</p></body></html>`;
    const template = { name: 'T', subject: '{{name}}: hi {{name}}', html, waitlistIds: [list.id] };
    expect((await list.api.post('/api/v1/email-templates', template)).status).toBe(201);
    await join(list.slug, { email: 'nobody@example.com' });
    const english = await mailTo(list.slug, 'nobody@example.com');
    expect([english.subject, english.text]).toEqual([
      'there: hi there',
      expect.stringContaining('Hi there, hi friend, hi!'),
    ]);
    await join(list.slug, { email: 'de-nobody@example.com' });
    const german = await mailTo(list.slug, 'de-nobody@example.com');
    expect([german.subject, german.html]).toEqual([
      'hi',
      expect.stringContaining('<p>Hi, hi friend, hi!</p>'),
    ]);
  });

  it('shows the email of the first who would be invited, before inviting', async () => {
    const list = await newList();
    await join(list.slug, { email: 'de-first@example.com', name: 'Zoë' });
    const dryRun = async () =>
      (await list.api.post(`/api/v1/waitlists/${list.slug}/invitations`, { count: 1, dryRun: true })).body
        .email;
    expect((await dryRun()).subject).toBe(`Du bist drin: ${list.slug}`);
    await list.use('invitation', 'Any');
    expect((await dryRun()).text).toContain('name=[Zoë]');
    await list.use('invitation', 'Deutsch', 'de');
    expect((await dryRun()).subject).toBe('Deutsch');
  });
});
