import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

describe('the email to someone who moved up', () => {
  const session = shareSession({ environment: { EMAILS_PER_RECIPIENT_PER_DAY: '1000' } });
  let lists = 0;

  /** A waitlist of ten people, the last of whom is Ada. */
  async function newList(referralEnabled = true) {
    const slug = `moved-${++lists}`;
    await session.api.post('/api/v1/waitlists', { name: `List ${slug}.`, slug });
    await session.license(slug);
    await session.api.patch(`/api/v1/waitlists/${slug}`, { referralEnabled, referralBoost: 2 });
    for (let n = 1; n < 10; n++) await session.join(slug, { email: `v${n}@example.com` });
    const { body: ada } = await session.join(slug, { email: 'ada@example.com' });
    let friends = 0;
    const refer = async () => {
      const email = `friend${++friends}-${slug}@example.com`;
      expect((await session.join(slug, { email, referralCode: ada.referralCode })).status).toBe(201);
    };
    return { slug, ada, refer };
  }

  const dueJobs = () => session.sql('SELECT kind FROM outbox WHERE available_at <= now() OR attempts > 0');
  /** Oldest first. */
  async function sent(slug: string) {
    await eventually(async () => expect(await dueJobs()).toEqual([]));
    const messages = await session.mail();
    return messages
      .filter(({ subject }) => /^You moved up/.test(subject) && subject.endsWith(`List ${slug}.`))
      .reverse();
  }
  /** Except for jobs that run, for two minutes at most: their claims would end. */
  const nextDay = () =>
    session.sql(`WITH told AS (UPDATE places SET told_at = told_at - interval '1 day')
      UPDATE outbox SET available_at = available_at - interval '1 day' 
      WHERE kind = 'moved_up' AND (attempts = 0 OR last_error IS NOT NULL OR available_at > now() + interval '2 minutes')`);
  const wakeWorker = async () => session.join('none-such', { email: 'a@example.com' });

  it(`is sent when a friend joins, and once a day at most${verifies('email.moved-up', 'email.moved-up-once-a-day')}`, async () => {
    const { slug, ada, refer } = await newList();
    await refer();
    await eventually(async () => expect(await sent(slug)).toHaveLength(1));
    const [first] = await sent(slug);
    expect(first).toMatchObject({ to: 'ada@example.com', subject: `You moved up to #8 for List ${slug}.` });
    expect(first?.from).toContain('via Anteroom');
    expect(first?.headers).toMatchObject({
      'List-Unsubscribe': expect.stringMatching(/^<http.*\/u\/[\w-]{43}>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    for (const form of [first?.html, first?.text]) {
      expect(form).toContain('moved you up 2 places');
      expect(form).toContain('#8');
      expect(form).toContain(ada.statusUrl);
      expect(form).toContain(ada.referralLink);
    }

    await refer();
    await refer();
    expect(await sent(slug)).toHaveLength(1);
    await nextDay();
    await refer();
    await eventually(async () => expect(await sent(slug)).toHaveLength(2));
    expect((await sent(slug))[1]?.subject).toBe(`You moved up to #2 for List ${slug}.`);
    expect((await sent(slug))[1]?.text).toContain('moved you up 6 places');
    // A friend whose own email was late queues another for tomorrow, which then has nothing new to tell.
    await eventually(async () => {
      await nextDay();
      await wakeWorker();
      expect(
        await session.sql(
          `SELECT kind FROM outbox o JOIN waitlists w ON w.id = o.waitlist_id WHERE w.slug = $1`,
          [slug],
        ),
      ).toEqual([]);
    });
    expect(await sent(slug)).toHaveLength(2);
  });

  it(`is not sent while referrals are off, nor to someone who stopped the email${verifies('email.moved-up-stops')}`, async () => {
    const off = await newList(false);
    await off.refer();
    expect(await sent(off.slug)).toEqual([]);

    const { slug, refer } = await newList();
    const stop = await eventually(async () => {
      const confirmation = (await session.mail()).find(
        ({ to, subject }) => to === 'ada@example.com' && subject === `You’re on the list for List ${slug}.`,
      );
      const [link] = /http\S+\/u\/[\w-]+/.exec(confirmation?.text ?? '') ?? [];
      if (!link) throw new Error('not sent yet');
      return link;
    });
    expect((await session.visitor.request('POST', stop)).status).toBe(200);
    await refer();
    expect(await sent(slug)).toEqual([]);
  });

  it('is not sent when others moved the person back down since', async () => {
    const { slug, ada, refer } = await newList();
    await session.sql(`UPDATE waitlists SET referral_boost = 1 WHERE slug = $1`, [slug]);
    await refer();
    await eventually(async () => expect(await sent(slug)).toHaveLength(1));
    await refer();
    const { body } = await session.join(slug, { email: 'rival@example.com' });
    for (let n = 0; n < 12; n++)
      await session.join(slug, { email: `r${n}@example.com`, referralCode: body.referralCode });
    expect((await session.visitor.get(`${ada.statusUrl}.json`)).body.position).toBe(9);
    await nextDay();
    await wakeWorker();
    await session.join(slug, { email: 'last@example.com' });
    expect((await sent(slug)).filter(({ to }) => to === 'ada@example.com')).toHaveLength(1);
  });
});
