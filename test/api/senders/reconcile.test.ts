import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TAKEN } from '../../../core/domains/domain-claim.ts';
import { FOREIGN } from '../../../core/senders/sender-identities.ts';
import { verifies } from '../../support/verifies.ts';
import { TAG, World } from './sender-fixture.ts';

const DOMAIN = 'mail.acme.com';
const EMAIL = `hello@${DOMAIN}`;
let world: World;

beforeAll(async () => {
  world = await World.open();
});
afterEach(() => world.reset());
afterAll(() => world.close());

const theirs = () => world.accountIds[1] as string;
const subjects = () => world.notices.map(({ to, subject }) => [to, subject]);

describe('a sender, step by step', () => {
  it(`waits for all its records, and says which one is missing${verifies('senders.records', 'senders.found', 'senders.reason')}`, async () => {
    const sender = await world.added(EMAIL);
    await world.settle(1);
    const records = await world.records(sender);
    const [token] = (await world.row(sender)).details.dkim?.tokens ?? [];
    expect(records.map(({ type, name, value }) => [type, name, value])).toEqual([
      ['TXT', `_anteroom.${DOMAIN}`, `anteroom-sender=${sender.accountId}`],
      ['CNAME', `${token}._domainkey.${DOMAIN}`, `${token}.dkim.amazonses.com`],
      [
        'CNAME',
        expect.stringContaining(`._domainkey.${DOMAIN}`),
        expect.stringContaining('.dkim.amazonses.com'),
      ],
      [
        'CNAME',
        expect.stringContaining(`._domainkey.${DOMAIN}`),
        expect.stringContaining('.dkim.amazonses.com'),
      ],
      ['MX', `waitlist-mail.${DOMAIN}`, '10 feedback-smtp.eu-central-1.amazonses.com'],
      ['TXT', `waitlist-mail.${DOMAIN}`, 'v=spf1 include:amazonses.com ~all'],
      ['TXT', '_dmarc.acme.com', 'v=DMARC1; p=none;'],
    ]);
    expect(await world.row(sender)).toMatchObject({
      state: 'verifying',
      reason: expect.stringContaining('Create the records'),
    });

    await world.publish(sender, ({ type }) => type !== 'MX');
    await world.settle();
    expect(await world.row(sender)).toMatchObject({
      state: 'verifying',
      reason: `1 of 6 required records is missing, first the MX record of waitlist-mail.${DOMAIN}.`,
    });

    world.zone.set(`MX waitlist-mail.${DOMAIN}`, ['10 mx.elsewhere.example']);
    await world.settle(1);
    expect((await world.row(sender)).reason).toBe(
      `The MX record of waitlist-mail.${DOMAIN} is 10 mx.elsewhere.example. Change it to 10 feedback-smtp.eu-central-1.amazonses.com.`,
    );
    world.zone.delete(`MX waitlist-mail.${DOMAIN}`);
    await world.publish(sender);
    await world.settle();
    expect(await world.row(sender)).toMatchObject({ state: 'active', reason: null });
    expect(subjects()).toEqual([['a@example.com', `${DOMAIN} is active`]]);
  });

  it(`needs no DMARC record, and shows the one that is there${verifies('senders.records')}`, async () => {
    const sender = await world.added(EMAIL);
    await world.settle(1);
    await world.publish(sender, ({ name }) => !name.startsWith('_dmarc'));
    await world.settle();
    expect((await world.row(sender)).state).toBe('active');
    world.zone.set('TXT _dmarc.acme.com', ['v=DMARC1; p=reject']);
    await world.settle(1, 'all');
    expect((await world.records(sender)).at(-1)?.value).toBe('v=DMARC1; p=reject');
    expect((await world.row(sender)).details.found).toContain('TXT _dmarc.acme.com');
  });

  it('shares its records with others of its account on the domain, and the last one takes them along', async () => {
    const sender = await world.active(EMAIL);
    const second = await world.added(`news@${DOMAIN}`);
    expect(second).toMatchObject({ state: 'active', claimId: sender.claimId });
    expect(await world.store.remove(sender.accountId, sender.id)).toBe(true);
    await world.settle();
    expect(world.identityNames).toEqual([DOMAIN]);
    await world.store.remove(second.accountId, second.id);
    await world.settle();
    expect(world.identityNames).toEqual([]);
  });

  it('asks SES only once its own look at DNS finds everything', async () => {
    const sender = await world.added(EMAIL);
    await world.settle(1);
    await world.publish(sender, ({ type }) => type === 'CNAME');
    const { tokens } = world.identities.all[0] ?? {};
    world.identities.delete(DOMAIN);
    await world.settle(3);
    expect(world.identityNames).toEqual([]);
    // It is set up again when it is needed, with other records, which the owner is told.
    await world.publish(sender);
    await world.settle();
    expect((await world.row(sender)).details.dkim?.tokens).not.toEqual(tokens);
    expect(await world.row(sender)).toMatchObject({
      state: 'verifying',
      reason: expect.stringContaining('3 of 6'),
    });
  });

  it('fails after a week, takes its identity down, and starts over when it is added again', async () => {
    const sender = await world.added(EMAIL);
    await world.settle(1);
    await world.pool.query(`UPDATE sender_domains SET state_since = now() - interval '7 days 1 minute'`);
    await world.settle();
    expect(await world.row(sender)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('We stopped checking after 7 days'),
    });
    expect(subjects()).toEqual([['a@example.com', `We stopped checking ${DOMAIN}`]]);
    expect(world.identityNames).toEqual([]);
    expect((await world.pool.query('SELECT FROM outbox')).rowCount).toBe(0);

    expect(await world.add(EMAIL)).toMatchObject({ id: sender.id, state: 'verifying' });
    await world.settle(1);
    await world.publish(sender);
    await world.settle();
    expect((await world.row(sender)).state).toBe('active');
  });

  it('starts over at SES, which stops looking after three days', async () => {
    const sender = await world.added(EMAIL);
    await world.settle(1);
    world.clock += 73 * 3_600_000;
    expect(world.identities.all).toMatchObject([{ dkim: { status: 'FAILED' } }]);
    await world.publish(sender);
    await world.settle(2);
    await world.publish(sender);
    await world.settle();
    expect(await world.row(sender)).toMatchObject({ state: 'active' });
  });
});

describe('an active sender whose DNS breaks', () => {
  it(`is used until its records are missing twice, five minutes apart; its holder is told${verifies('senders.breaks')}`, async () => {
    const sender = await world.active(EMAIL);
    await world.unpublish(sender, ({ type }) => type === 'CNAME');
    await world.settle(1, 'all');
    expect(await world.row(sender)).toMatchObject({
      state: 'active',
      reason: expect.stringContaining('missing'),
    });
    expect(subjects()).toEqual([]);
    const { rows } = await world.pool.query(
      `SELECT extract(epoch FROM available_at - now())::float8 AS due FROM outbox WHERE kind = 'reconcile_sender'`,
    );
    expect(rows).toEqual([{ due: expect.closeTo(300, -1) }]);

    await world.pool.query(`UPDATE sender_domains SET gone_since = gone_since - interval '5 minutes'`);
    await world.settle(1);
    expect(await world.row(sender)).toMatchObject({
      state: 'verifying',
      reason: expect.stringContaining('3 of 6'),
    });
    await world.settle(1);
    expect(world.notices[0]).toMatchObject({
      to: 'a@example.com',
      subject: `We can’t send from ${DOMAIN} anymore`,
      text: expect.stringMatching(/3 of 6[\s\S]+https:\/\/anteroom\.example\/dashboard\/senders/),
    });
  });

  it(`comes back with its records${verifies('senders.breaks')}`, async () => {
    const sender = await world.active(EMAIL);
    await world.unpublish(sender, ({ name }) => name.startsWith('_anteroom'));
    await world.settle(1, 'all');
    await world.pool.query(`UPDATE sender_domains SET gone_since = gone_since - interval '5 minutes'`);
    await world.settle(1);
    expect((await world.row(sender)).state).toBe('verifying');
    // Meanwhile, nobody else gets it.
    expect(await world.add(EMAIL, theirs())).toBe('held');
    await world.publish(sender);
    await world.settle();
    expect((await world.row(sender)).state).toBe('active');
    expect(subjects()).toEqual([
      ['a@example.com', `We can’t send from ${DOMAIN} anymore`],
      ['a@example.com', `${DOMAIN} is active`],
    ]);
  });

  it('is used while the name servers are away, and when the records are back at the second look', async () => {
    const sender = await world.active(EMAIL);
    world.zone.set(`TXT _anteroom.${DOMAIN}`, null);
    for (let round = 0; round < 3; round++) {
      await world.settle(1, 'all');
      await world.pool.query(`UPDATE sender_domains SET gone_since = gone_since - interval '5 minutes'`);
    }
    expect(await world.row(sender)).toMatchObject({
      state: 'active',
      reason: expect.stringContaining('not responding'),
    });
    await world.unpublish(sender, ({ type }) => type === 'MX');
    world.zone.set(`TXT _anteroom.${DOMAIN}`, [`anteroom-sender=${sender.accountId}`]);
    await world.settle(1, 'all');
    await world.publish(sender);
    await world.settle(1);
    expect(await world.row(sender)).toMatchObject({ state: 'active', reason: null });
    expect(world.notices).toEqual([]);
  });

  it('is no longer used as soon as SES refuses it, and its identity is set up again', async () => {
    const sender = await world.active(EMAIL);
    world.identities.delete(DOMAIN);
    await world.settle(1, 'all');
    expect((await world.row(sender)).state).toBe('verifying');
    await world.settle(1);
    await world.publish(sender);
    await world.settle();
    expect((await world.row(sender)).state).toBe('active');
  });
});

describe('two accounts that claim one domain', () => {
  it(`wait for a TXT record of their own, which decides; the other one fails${verifies('senders.contest')}`, async () => {
    const first = await world.added(EMAIL);
    const second = await world.added(EMAIL, theirs());
    await world.settle(1);
    const values = await Promise.all(
      [first, second].map(async each => (await world.records(each))[0]?.value),
    );
    expect(new Set(values).size).toBe(2);
    // All but the record that proves the account are the same.
    await world.publish(first, ({ name }) => !name.startsWith('_anteroom'));
    await world.settle();
    expect([(await world.row(first)).state, (await world.row(second)).state]).toEqual([
      'verifying',
      'verifying',
    ]);

    await world.publish(second);
    await world.settle();
    expect(await world.row(second)).toMatchObject({ state: 'active' });
    expect(await world.row(first)).toMatchObject({ state: 'failed', reason: TAKEN });
    expect(world.identityNames).toEqual([DOMAIN]);
    expect(await world.add(`else@${DOMAIN}`)).toBe('held');
  });

  it(`hold it for a week after it was active, and not at all if it never was${verifies('senders.held')}`, async () => {
    const claimed = await world.added('hello@never.example.com');
    await world.store.remove(claimed.accountId, claimed.id);
    expect(await world.add('hello@never.example.com', theirs())).toMatchObject({ state: 'verifying' });

    const sender = await world.active(EMAIL);
    await world.store.remove(sender.accountId, sender.id);
    await world.settle();
    expect(await world.add(EMAIL, theirs())).toBe('held');
    expect(await world.add(EMAIL)).toMatchObject({ state: 'verifying' });
    await world.store.remove(sender.accountId, (await world.added(EMAIL)).id);
    await world.pool.query(`UPDATE sender_domains SET last_active_at = last_active_at - interval '8 days'`);
    expect(await world.add(EMAIL, theirs())).toMatchObject({ state: 'verifying' });
  });
});

describe('an identity that is not ours', () => {
  it(`is neither used nor changed nor removed${verifies('senders.identities-apart')}`, async () => {
    world.identities.create({ EmailIdentity: DOMAIN, Tags: [{ Key: TAG.name, Value: 'production' }] });
    const before = world.identities.all[0];
    expect(await world.adapter.claim(DOMAIN)).toBeNull();
    const sender = await world.added(EMAIL);
    await world.settle();
    expect(await world.row(sender)).toMatchObject({ state: 'failed', reason: FOREIGN });
    await world.store.remove(sender.accountId, sender.id);
    await world.settle();
    expect(world.identities.all).toEqual([before]);
    expect(await world.claims()).toEqual([]);
  });
});

describe('what is left', () => {
  it(`of a deleted account is nothing, at SES and here${verifies('senders.erased')}`, async () => {
    const { rows } = await world.pool.query(
      `INSERT INTO accounts (email, plan) VALUES ('gone@example.com', 'pro') RETURNING id`,
    );
    await world.active(EMAIL, rows[0].id);
    await world.deleteAccount(rows[0].id);
    expect((await world.pool.query('SELECT FROM senders')).rowCount).toBe(0);
    await world.settle();
    expect(world.identityNames).toEqual([]);
    expect(await world.claims()).toEqual([]);
    expect((await world.pool.query('SELECT kind, payload, turn, last_error FROM outbox')).rows).toEqual([]);
    expect(world.notices).toEqual([]);
  });

  it('waits while SES refuses new identities, and continues once it accepts them', async () => {
    world.quota = 0;
    const sender = await world.added(EMAIL);
    await world.settle(2);
    expect(await world.row(sender)).toMatchObject({
      state: 'verifying',
      reason: expect.stringContaining('our end'),
    });
    world.quota = 10;
    await world.settle(2);
    expect((await world.row(sender)).details.dkim?.tokens).toHaveLength(3);
  });
});
