import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { SQSRecord } from 'aws-lambda';
import pg from 'pg';
import { createSuppressionStore, isSuppressed } from '../../../adapters/postgres/email/suppression-store.ts';
import { createHandler, type MailFeedbackHandler } from '../../../lambdas/mail-feedback/handler.ts';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const LIST = randomUUID();
const digest = (byte: number): string => Buffer.alloc(32, byte).toString('hex');
const at = (minute: number): string => new Date(Date.UTC(2026, 0, 2, 3, minute)).toISOString();

describe('addresses that bounced or complained', () => {
  const session = shareSession();
  let feedback: MailFeedbackHandler;

  beforeAll(async () => {
    feedback = createHandler({
      DATABASE_URL: session.databaseUrl,
      DATABASE_POOL_SIZE: '8',
      LOG_LEVEL: 'SILENT',
    });
  });

  const deliver = (...bodies: unknown[]) =>
    feedback({
      Records: bodies.map((body, index) => ({
        messageId: `m${index}`,
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })) as SQSRecord[],
    });
  const message = (byte: number, reason: 'bounce' | 'complaint', minute: number) => ({
    reason,
    recipient: [digest(byte)],
    waitlist: [LIST],
    at: at(minute),
  });
  const row = async (byte: number) =>
    (
      await session.sql(
        `SELECT reason, first_event_at AS first, last_event_at AS last, ${isSuppressed('row.email_digest')} AS suppressed
         FROM email_suppressions row WHERE email_digest = decode($1, 'hex')`,
        [digest(byte)],
      )
    )[0];

  const recipients = async () => (await session.mail()).map(({ to }) => to);

  it.each([
    ['bounce', 'bounce+one@simulator.amazonses.com'],
    ['complaint', 'complaint@simulator.amazonses.com'],
  ])(
    `get no second email after a %s, and the signup succeeds${verifies('email.suppressed-not-sent')}`,
    async (reason, email) => {
      const [first, second] = [`first-${reason}`, `second-${reason}`];
      for (const slug of [first, second]) await session.api.post('/api/v1/waitlists', { name: slug, slug });
      await session.join(first, { email });
      await eventually(async () => expect(await recipients()).toContain(email));
      await eventually(async () => {
        const rows = await session.sql('SELECT reason FROM email_suppressions WHERE reason = $1', [reason]);
        expect(rows).toHaveLength(1);
      });
      expect((await session.join(second, { email: email.toUpperCase() })).status).toBe(201);
      // A later signup's email shows that the worker has run.
      await session.join(second, { email: `after-${reason}@example.com` });
      await eventually(async () => expect(await recipients()).toContain(`after-${reason}@example.com`));
      await eventually(async () => expect(await session.sql('SELECT id FROM outbox')).toEqual([]));
      expect((await recipients()).filter(to => to.toLowerCase() === email)).toHaveLength(1);
    },
    40_000,
  );

  it(`are stored as keyed digests, never in clear text${verifies('email.suppression-keyed-digest')}`, async () => {
    const rows = await session.sql(
      `SELECT s.*::text AS text, encode(s.email_digest, 'hex') AS digest, encode(e.email_digest, 'hex') AS entry
       FROM email_suppressions s JOIN entries e USING (email_digest)`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { text, digest: kept, entry } of rows) {
      expect(text).not.toContain('simulator');
      expect(kept).toBe(entry);
    }
  });

  it('are the same when events repeat or arrive in another order', async () => {
    const events = [message(1, 'bounce', 5), message(1, 'complaint', 3), message(1, 'bounce', 9)];
    const orders = [events, events.toReversed(), [...events, ...events]];
    const rows = [];
    for (const order of orders) {
      await session.sql('DELETE FROM email_suppressions WHERE email_digest = decode($1, $2)', [
        digest(1),
        'hex',
      ]);
      for (const event of order) expect(await deliver(event)).toEqual({ batchItemFailures: [] });
      rows.push(await row(1));
    }
    expect(rows[0]).toEqual({
      reason: 'complaint',
      first: new Date(at(3)),
      last: new Date(at(9)),
      suppressed: true,
    });
    expect(rows).toEqual([rows[0], rows[0], rows[0]]);
  });

  it('stay released when an older event arrives late, but not after a new one', async () => {
    await deliver(message(2, 'bounce', 10));
    await session.sql(
      `UPDATE email_suppressions SET released_at = $2 WHERE email_digest = decode($1, 'hex')`,
      [digest(2), at(20)],
    );
    expect((await row(2)).suppressed).toBe(false);
    await deliver(message(2, 'complaint', 15));
    expect((await row(2)).suppressed).toBe(false);
    await deliver(message(2, 'bounce', 21));
    expect((await row(2)).suppressed).toBe(true);
  });

  it('are all recorded when a batch has invalid messages, and only those are returned', async () => {
    const good = Array.from({ length: 5 }, (_, index) => message(10 + index, 'bounce', index));
    const answer = await deliver(
      'no json',
      ...good,
      { ...message(20, 'bounce', 1), reason: 'transient' },
      { ...message(20, 'bounce', 1), recipient: ['ada@example.com'] },
      { ...message(20, 'bounce', 1), recipient: [] },
    );
    expect(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual([
      'm0',
      'm6',
      'm7',
      'm8',
    ]);
    for (let index = 0; index < 5; index++) expect((await row(10 + index)).suppressed).toBe(true);
    expect(await row(20)).toBeUndefined();
  });

  it(`are forgotten a year after the last bounce; a complaint never is${verifies('email.bounce-ends')}`, async () => {
    const pool = new pg.Pool({ connectionString: session.databaseUrl });
    await deliver(message(30, 'bounce', 1), message(31, 'bounce', 1), message(32, 'complaint', 1));
    const age = (byte: number, days: number) =>
      session.sql(
        `UPDATE email_suppressions SET last_event_at = now() - make_interval(days => $2) WHERE email_digest = decode($1, 'hex')`,
        [digest(byte), days],
      );
    await age(30, 366);
    await age(31, 364);
    await age(32, 3_660);
    await createSuppressionStore(pool).sweep();
    await pool.end();
    expect(await row(30)).toBeUndefined();
    expect([(await row(31)).suppressed, (await row(32)).suppressed]).toEqual([true, true]);
  });
});
