import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { NewSignup } from '../../core/signups/signup-store.ts';
import { verifies } from '../support/verifies.ts';
import { shareEngine, signupOf, slugOf } from './engine-fixture.ts';

const engine = shareEngine();

/** The arguments that the previous release sends for signups, in its order. */
const columnsOf = (signups: readonly (NewSignup | null)[]): unknown[][] =>
  (
    [
      'entryId',
      'emailDigest',
      'mailboxDigest',
      'email',
      'name',
      'referralCode',
      'referrerCode',
      'network',
      'isDisposable',
    ] as const
  ).map(column => signups.map(signup => signup?.[column] ?? null));

async function call(text: string, values: readonly unknown[]) {
  const { rows } = await engine.pool.query(text, [...values]);
  return rows[0];
}
const joinOne = (waitlistId: string, signup: NewSignup) =>
  call('CALL join_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, NULL, NULL, NULL)', [
    waitlistId,
    ...columnsOf([signup]).map(([value]) => value),
  ]);
const joinMany = (waitlistId: string, signups: readonly NewSignup[]) =>
  call('CALL join_many($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, NULL, NULL, NULL)', [
    waitlistId,
    ...columnsOf(signups),
  ]);

interface Attempt {
  readonly signup: NewSignup | null;
  readonly near?: Buffer;
  readonly wide?: Buffer;
  readonly origin?: string;
  readonly redirect?: string;
}
const attempt = (slug: string, attempts: readonly Attempt[]) =>
  call(
    `CALL attempt_signups($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
                          NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
    [
      slug,
      attempts.map(({ near = randomBytes(16) }) => near),
      attempts.map(({ wide = null }) => wide),
      ...[1, 10, 60_000, false],
      attempts.map(({ origin = null }) => origin),
      attempts.map(({ redirect = null }) => redirect),
      ...columnsOf(attempts.map(({ signup }) => signup)),
    ],
  );

describe(`the previous release, while it is replaced,${verifies('run.upgrades')}`, () => {
  it('joins one signup, and several', async () => {
    const waitlistId = await engine.createWaitlist();
    const [ada, bob, cyd] = [
      signupOf('ada@x.test', { name: 'Ada' }),
      signupOf('bob@x.test'),
      signupOf('c@x.test'),
    ];
    const joined = { known: true, place: 1, code: ada.referralCode };
    expect(await joinOne(waitlistId, ada)).toEqual(joined);
    expect(await joinOne(waitlistId, ada)).toEqual(joined);
    expect(await joinOne(waitlistId, signupOf('ada@x.test'))).toMatchObject({ known: true, place: null });
    expect(await joinOne(randomUUID(), bob)).toEqual({ known: false, place: null, code: null });

    const friend = { ...cyd, referrerCode: bob.referralCode, network: randomBytes(16) };
    expect(await joinMany(waitlistId, [bob, signupOf('ada@x.test'), friend])).toEqual({
      known: true,
      positions: [2, null, 3],
      codes: [bob.referralCode, null, cyd.referralCode],
    });
    expect(await joinMany(randomUUID(), [bob])).toEqual({ known: false, positions: null, codes: null });
    const { rows } = await engine.pool.query(
      'SELECT id, email, name, referral_count FROM queue WHERE waitlist_id = $1 ORDER BY position',
      [waitlistId],
    );
    expect(rows).toEqual([
      { id: bob.entryId, email: 'bob@x.test', name: null, referral_count: 1 },
      { id: ada.entryId, email: 'ada@x.test', name: 'Ada', referral_count: 0 },
      { id: cyd.entryId, email: 'c@x.test', name: null, referral_count: 0 },
    ]);
  });

  it('counts attempts, and joins those that may', async () => {
    const waitlistId = await engine.createWaitlist();
    const slug = slugOf(waitlistId);
    const change = (sql: string) =>
      engine.pool.query(`UPDATE waitlists SET ${sql} WHERE id = $1`, [waitlistId]);
    await change(
      `allowed_origins = '{https://a.test}', referral_message = 'Hi', share_url = 'https://a.test/x'`,
    );
    const near = randomBytes(16);
    const [ada, bob] = [signupOf('ada@x.test'), signupOf('bob@x.test')];
    const list = {
      waitlist: waitlistId,
      message: 'Hi',
      share_url: 'https://a.test/x',
      allowed: ['https://a.test'],
      site_key: null,
      secret: null,
      challenged: false,
      confirms: false,
    };
    expect(
      await attempt(slug, [
        { signup: null },
        { signup: signupOf('foreign@x.test'), origin: 'https://b.test' },
        { signup: ada, near, wide: randomBytes(16), origin: 'https://a.test' },
        { signup: signupOf('late@x.test'), near },
        { signup: signupOf('led@x.test'), redirect: 'https://b.test' },
        { signup: signupOf('ada@x.test') },
        { signup: bob, redirect: 'https://a.test' },
      ]),
    ).toEqual({
      ...list,
      accepted: [true, true, true, false, true, true, true],
      reset_seconds: [null, null, null, expect.any(Number), null, null, null],
      positions: [1, null, 2],
      codes: [ada.referralCode, null, bob.referralCode],
    });

    const counted = { accepted: [true], reset_seconds: [null], positions: null, codes: null };
    await change(`confirmation = 'required'`);
    const entry = { signup: signupOf('new@x.test') };
    expect(await attempt(slug, [entry])).toEqual({ ...list, ...counted, confirms: true });
    await change(`turnstile_site_key = 'key', turnstile_secret = '\\x01ff'`);
    const own = { site_key: 'key', secret: Buffer.from('01ff', 'hex'), challenged: true, confirms: true };
    expect(await attempt(slug, [entry])).toEqual({ ...list, ...counted, ...own });
    expect(await attempt('no-such-list', [entry])).toMatchObject({ waitlist: null, accepted: null });
  });

  it('counts visits, whose source it does not know', async () => {
    const [one, two] = [await engine.createWaitlist(), await engine.createWaitlist()];
    await call('SELECT count_visits($1)', [[slugOf(one), slugOf(two), slugOf(one), 'no-such-list']]);
    await call('SELECT count_visits($1)', [[]]);
    const { rows } = await engine.pool.query(
      `SELECT p.visits, s.source, s.visits::integer AS from_there FROM page_visits p JOIN source_visits s USING (waitlist_id)
       ORDER BY p.visits`,
    );
    expect(rows).toEqual([
      { visits: 1, source: 'direct', from_there: 1 },
      { visits: 2, source: 'direct', from_there: 2 },
    ]);
  });

  it('adds a pending signup', async () => {
    const waitlistId = await engine.createWaitlist();
    const signup = signupOf('ada@x.test', { name: 'Ada', referrerCode: 'abc', network: randomBytes(16) });
    const [id, digest, mailbox, email, name, , referrer, network, disposable] = columnsOf([signup]).flat();
    const { added } = await call('SELECT add_pending_signup($1, $2, $3, $4, $5, $6, $7, $8, $9) AS added', [
      ...[waitlistId, id, digest, mailbox, email, name, referrer, network, disposable],
    ]);
    expect(added).toBe(true);
    const stored = await call('SELECT * FROM pending_signups WHERE id = $1', [signup.entryId]);
    expect(stored).toMatchObject({
      id,
      waitlist_id: waitlistId,
      email_digest: digest,
      mailbox_digest: null,
      email,
      name,
      referrer_code: referrer,
      network,
      is_disposable: false,
      created_at: expect.any(Date),
    });
  });

  it('replaces the template for any language when it links one', async () => {
    const waitlistId = await engine.createWaitlist();
    const templates: string[] = [];
    for (const [kind, language] of [
      ['confirmation', null],
      ['confirmation', null],
      ['confirmation', 'de'],
      ['invitation', null],
    ]) {
      const { id } = await call(
        `INSERT INTO email_templates (account_id, name, subject, html, text, kind, language)
         SELECT account_id, 'T', 'T', 'T', 'T', $2, $3 FROM waitlists WHERE id = $1 RETURNING id`,
        [waitlistId, kind, language],
      );
      templates.push(id);
    }
    const [first, second, german, invitation] = templates;
    for (const id of [german, invitation])
      await call('INSERT INTO email_template_links (waitlist_id, template_id) VALUES ($1, $2)', [
        waitlistId,
        id,
      ]);
    const use = async (id: string | undefined | null) => {
      await call('UPDATE waitlists SET email_template_id = $2 WHERE id = $1', [waitlistId, id]);
      const { rows } = await engine.pool.query(
        'SELECT template_id AS id FROM email_template_links WHERE waitlist_id = $1',
        [waitlistId],
      );
      return rows.map(row => row.id).toSorted();
    };
    const others = [german, invitation];
    expect(await use(first)).toEqual([first, ...others].toSorted());
    expect(await use(second)).toEqual([second, ...others].toSorted());
    expect(await use(invitation)).toEqual(others.toSorted());
    expect(await use(null)).toEqual(others.toSorted());
  });
});
