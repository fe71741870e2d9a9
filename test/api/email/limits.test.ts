import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createEmailBudget } from '../../../adapters/postgres/email/email-budget.ts';
import { eventually } from '../../support/eventually.ts';
import { dayWithRoom } from '../../support/midnight.ts';
import { type ApiSession, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

describe('the number of emails', () => {
  const session = shareSession({
    environment: {
      EMAILS_PER_RECIPIENT_PER_DAY: '3',
      EMAILS_PER_DAY_FREE: '2',
      EMAILS_PER_DAY_PRO: '1000',
    },
  });
  let pool: pg.Pool;

  beforeAll(async () => {
    pool = new pg.Pool({ connectionString: session.databaseUrl, max: 10 });
    pool.on('error', () => {});
  });
  afterAll(async () => {
    await pool.end();
  });

  const makeLists = async (api: ApiSession['api'], prefix: string, count: number) => {
    const slugs = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
    for (const slug of slugs)
      expect((await api.post('/api/v1/waitlists', { name: slug, slug })).status).toBe(201);
    return slugs;
  };
  const sentTo = async (pattern: RegExp) => (await session.mail()).filter(({ to }) => pattern.test(to));
  const jobs = () => session.sql('SELECT attempts, last_error, parked_at FROM outbox');

  it(`to one mailbox is limited across all waitlists${verifies('email.recipient-limit')}`, async () => {
    const slugs = await makeLists(session.api, 'bomb', 6);
    for (const [index, slug] of slugs.entries()) {
      const email = index % 2 === 0 ? 'victim@example.com' : `Victim+${index}@example.com`;
      expect((await session.join(slug, { email })).status).toBe(201);
    }
    await session.join('bomb-0', { email: 'bystander@example.com' });
    await eventually(async () => expect(await sentTo(/^bystander@/)).toHaveLength(1));
    await eventually(async () => expect(await jobs()).toEqual([]));
    expect(await sentTo(/^victim/i)).toHaveLength(3);
    const kept = await session.sql('SELECT g::text AS text FROM email_grants g');
    expect(JSON.stringify(kept)).not.toMatch(/victim/i);
  });

  it(`of one account per day is limited; the rest wait for the next day${verifies('email.account-limit')}`, async () => {
    await dayWithRoom();
    const account = await session.createAccount('free');
    const api = await account.withScopes(['waitlists:write']);
    await makeLists(api, 'free', 1);
    for (let index = 0; index < 4; index++) {
      expect((await session.join('free-0', { email: `free${index}@example.com` })).status).toBe(201);
    }
    const waiting = { last_error: 'account_limit', parked_at: null };
    await eventually(async () => expect(await jobs()).toMatchObject([waiting, waiting]));
    expect(await sentTo(/^free\d@/)).toHaveLength(2);
    // Another account's emails are still sent.
    await session.join('bomb-1', { email: 'other@example.com' });
    await eventually(async () => expect(await sentTo(/^other@/)).toHaveLength(1));

    // Skips a day.
    await session.sql('UPDATE email_days SET day = day - 1');
    await session.sql('UPDATE outbox SET available_at = now()');
    await session.join('bomb-1', { email: 'wake@example.com' });
    await eventually(async () => expect(await jobs()).toEqual([]));
    expect((await sentTo(/^free\d@/)).map(({ to }) => to).toSorted()).toEqual(
      [0, 1, 2, 3].map(index => `free${index}@example.com`),
    );
  });

  it('is enforced by delaying an email for at most three days', async () => {
    await dayWithRoom();
    const account = await session.createAccount('free');
    const api = await account.withScopes(['waitlists:write']);
    await makeLists(api, 'late', 1);
    for (let index = 0; index < 3; index++)
      await session.join('late-0', { email: `late${index}@example.com` });
    await eventually(async () => expect(await jobs()).toMatchObject([{ last_error: 'account_limit' }]));
    await session.sql("UPDATE outbox SET available_at = now(), created_at = now() - interval '73 hours'");
    await session.join('bomb-1', { email: 'wake-late@example.com' });
    await eventually(async () => expect(await jobs()).toEqual([]));
    expect(await sentTo(/^late\d@/)).toHaveLength(2);
  });

  describe('the count', () => {
    type Values = { recipient: Buffer; accountId: string; entryId?: string; accountMax?: number };
    const grantAll = (values: Values[]) =>
      createEmailBudget(pool).grant(
        values.map(each => ({
          entryId: randomUUID(),
          recipientMax: 3,
          accountMax: 1000,
          announcedMax: null,
          ...each,
        })),
      );
    const grant = async (values: Values) => (await grantAll([values]))[0];

    it('is exact with many workers, and counts a repeat once', async () => {
      await dayWithRoom();
      const { accountId } = await session.createAccount('free');
      const recipient = randomBytes(32);
      const entries = Array.from({ length: 12 }, () => randomUUID());
      const ask = () => Promise.all(entries.map(entryId => grant({ recipient, accountId, entryId })));
      const first = await ask();
      expect(first.filter(verdict => verdict === 'granted')).toHaveLength(3);
      expect(await ask()).toEqual(first);
      const [day] = await session.sql('SELECT granted FROM email_days WHERE account_id = $1', [accountId]);
      expect(day.granted).toBe(3);
    });

    it('is exact where batches overlap, in any order', async () => {
      const { accountId } = await session.createAccount('free');
      const recipients = Array.from({ length: 20 }, () => randomBytes(32));
      const batch = recipients.map(recipient => ({ recipient, accountId, accountMax: 50 }));
      const batches = await Promise.all([batch, batch.toReversed(), batch, batch.toReversed()].map(grantAll));
      const verdicts = batches.flat();
      expect(verdicts.filter(verdict => verdict === 'granted')).toHaveLength(50);
      expect(verdicts).toHaveLength(80);
      const [day] = await session.sql('SELECT granted FROM email_days WHERE account_id = $1', [accountId]);
      expect(day.granted).toBe(50);
      const [most] = await session.sql(
        'SELECT max(n)::integer AS n FROM (SELECT count(*) AS n FROM email_grants WHERE recipient = ANY ($1) GROUP BY recipient) g',
        [recipients],
      );
      expect(most.n).toBeLessThanOrEqual(3);
    });

    it('counts the emails of a batch one after another, and the same one once', async () => {
      await dayWithRoom();
      const { accountId } = await session.createAccount('free');
      const recipient = randomBytes(32);
      const entryId = randomUUID();
      const to = (entry = randomUUID()) => ({ recipient, accountId, entryId: entry });
      expect(await grantAll([to(entryId), to(entryId), to(), to(), to()])).toEqual([
        'granted',
        'granted',
        'granted',
        'granted',
        'recipient_limit',
      ]);
      const [day] = await session.sql('SELECT granted FROM email_days WHERE account_id = $1', [accountId]);
      expect(day.granted).toBe(3);
    });

    it('of a mailbox is exact over many accounts at once', async () => {
      const accounts = await Promise.all(Array.from({ length: 8 }, () => session.createAccount('free')));
      const recipient = randomBytes(32);
      const verdicts = await Promise.all(accounts.map(({ accountId }) => grant({ recipient, accountId })));
      expect(verdicts.filter(verdict => verdict === 'granted')).toHaveLength(3);
      expect(verdicts.filter(verdict => verdict === 'recipient_limit')).toHaveLength(5);
    });

    it('of an account is exact too, and refused emails do not count for the mailbox', async () => {
      const { accountId } = await session.createAccount('free');
      const recipients = Array.from({ length: 12 }, () => randomBytes(32));
      const verdicts = await Promise.all(
        recipients.map(recipient => grant({ recipient, accountId, accountMax: 5 })),
      );
      expect(verdicts.filter(verdict => verdict === 'granted')).toHaveLength(5);
      expect(verdicts.filter(verdict => verdict === 'account_limit')).toHaveLength(7);
      const refused = recipients.filter((_, index) => verdicts[index] === 'account_limit');
      const [{ count }] = await session.sql(
        'SELECT count(*)::integer FROM email_grants WHERE recipient = ANY ($1)',
        [refused],
      );
      expect(count).toBe(0);
    });

    it('of a mailbox covers 24 hours, and the sweep removes only older emails', async () => {
      const { accountId } = await session.createAccount('free');
      const recipient = randomBytes(32);
      for (let index = 0; index < 3; index++) await grant({ recipient, accountId });
      const age = (hours: string) =>
        session.sql('UPDATE email_grants SET granted_at = now() - $2::interval WHERE recipient = $1', [
          recipient,
          hours,
        ]);
      await age('23 hours 59 minutes');
      await createEmailBudget(pool).sweep();
      expect(await grant({ recipient, accountId })).toBe('recipient_limit');
      await age('24 hours 1 minute');
      expect(await grant({ recipient, accountId })).toBe('granted');
      await createEmailBudget(pool).sweep();
      const rows = await session.sql('SELECT 1 FROM email_grants WHERE recipient = $1', [recipient]);
      expect(rows).toHaveLength(1);
    });
  });
});
