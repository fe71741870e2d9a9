import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Operation } from '../../../core/kernel/operation.ts';
import { registry } from '../../../core/registry.ts';
import { SENDERS_MAX } from '../../../core/senders/sender-store.ts';
import { sharePerson, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const MOST_BYTES = 1_000_000;
/** Two bytes, and one more in text that is escaped once more. */
const long = (length: number): string => 'é"'.repeat(length / 2);
const url = (length: number): string => 'https://long.example/'.padEnd(length, 'x');
const ORIGINS = Array.from(
  { length: 20 },
  (_, n) => `https://${`${n}`.padEnd(60, 'a')}.${'b'.repeat(60)}.example`,
);

const QUESTIONS = Array.from({ length: 10 }, (_, n) => ({
  key: `${'q'.repeat(39)}${n}`,
  label: long(120),
  type: 'text',
}));

const session = shareSession();
const person = sharePerson(session);
/** What paths and queries name. */
let named: Readonly<Record<string, string>>;

/** As many rows like one of a table, but for what `changes` says. `n` counts them. */
const repeat = (table: string, where: string, times: number, changes: string) =>
  session.sql(
    `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(${changes}))).*
     FROM ${table} t CROSS JOIN generate_series(1, ${times}) n WHERE ${where}`,
  );

/** Fills an account to its limits, with the longest that each member can be. */
async function fill(): Promise<Record<string, string>> {
  const { api } = session;
  const made = await api.post('/api/v1/waitlists', {
    name: long(100),
    slug: 'long',
    description: long(500),
    reactCode: `/* ${'é'.repeat(199_000)} */ function GeneratedWaitlist() { return null }`,
    seoTitle: long(70),
    seoDescription: long(160),
    seoKeywords: long(254),
    ogImage: `${url(2_000)}.png`,
    referralMessage: long(500),
    design: {
      brandColor: '#123456',
      logoUrl: `${url(2_000)}.png`,
      imageUrl: `${url(2_000)}.png`,
      headline: long(80),
      tagline: long(200),
      buttonLabel: long(30),
    },
    allowedOrigins: ORIGINS,
    shareUrl: `${ORIGINS[0]}/${'x'.repeat(1_800)}`,
    inviteUrl: url(1_900),
    questions: QUESTIONS,
  });
  expect(made.status).toBe(201);
  const id = made.body.waitlist.id;
  const list = `waitlist_id = '${id}'`;
  await session.license('long');
  await repeat('waitlists', `id = '${id}'`, 999, `'id', gen_random_uuid(), 'slug', 'long-' || n`);
  const path = `/api/v1/waitlists/${id}`;

  const email = (label: string) => `${label.padEnd(64, 'x')}@${'d'.repeat(60)}.${'e'.repeat(60)}.example`;
  const referrer = await session.join('long', { email: email('0'), name: long(100) });
  const answers = Object.fromEntries(QUESTIONS.map(({ key }) => [key, long(500)]));
  const friend = { email: email('1'), name: long(100), referralCode: referrer.body.referralCode, answers };
  expect((await session.join('long', friend)).status).toBe(201);
  await repeat(
    'entries',
    `${list} AND seq = 2`,
    298,
    `'seq', 2 + n, 'id', gen_random_uuid(), 'email_digest', sha256(int4send(n)), 'referral_code', 'c' || n`,
  );
  await repeat('contacts', `${list} AND seq = 2`, 298, `'seq', 2 + n`);
  await repeat('referrals', `${list} AND seq = 2`, 298, `'seq', 2 + n`);
  await session.sql(
    `INSERT INTO places (waitlist_id, seq, block, referral_count) SELECT $1, n, (n - 1) / 128, 7 FROM generate_series(2, 300) n`,
    [id],
  );

  const [first] = (await api.get(`${path}/entries`)).body.entries;
  const invited = await api.post(`${path}/invitations`, { entryIds: [first.id], message: long(500) });
  const batchId = invited.body.batch.id;
  await session.sql(
    `INSERT INTO skipped_entries (batch_id, nth, entry_id, reason)
     SELECT $1, n, gen_random_uuid(), 'undeliverable' FROM generate_series(1, 500) n`,
    [batchId],
  );
  await repeat('invitation_batches', `id = '${batchId}'`, 299, `'id', gen_random_uuid()`);
  await session.sql(
    `INSERT INTO skipped_entries (batch_id, nth, entry_id, reason)
     SELECT b.id, s.nth, s.entry_id, s.reason FROM invitation_batches b JOIN skipped_entries s ON s.batch_id = $1
     WHERE b.id <> $1`,
    [batchId],
  );

  const hook = { url: url(1_900), events: ['entry.joined', 'entry.erased'] };
  const webhookId = (await api.post(`${path}/webhooks`, hook)).body.webhook.id;
  await repeat('webhooks', `id = '${webhookId}'`, 9, `'id', gen_random_uuid()`);
  const deliveryId = (await api.post(`${path}/webhooks/${webhookId}/test`, {})).body.delivery.id;
  await repeat('webhook_deliveries', `id = '${deliveryId}'`, 299, `'id', gen_random_uuid()`);

  const said = await api.post(`${path}/announcements`, { subject: long(150), body: long(10_000) });
  const announcementId = said.body.announcement.id;
  await repeat('announcements', `id = '${announcementId}'`, 299, `'id', gen_random_uuid()`);

  const html = `<!doctype html><html><head></head><body>${'é'.repeat(95_000)}</body></html>`;
  const template = await api.post('/api/v1/email-templates', { name: long(100), subject: long(200), html });
  expect(template.status).toBe(201);
  const templateId = template.body.template.id;
  await repeat('email_templates', `id = '${templateId}'`, 49, `'id', gen_random_uuid()`);
  await session.sql(
    'INSERT INTO email_template_links (waitlist_id, template_id) SELECT id, $1 FROM waitlists',
    [templateId],
  );

  let senderId = '';
  for (let n = 0; n < SENDERS_MAX; n += 1) {
    const sender = { email: `${'a'.repeat(20)}@d${n}.${'e'.repeat(50)}.test`, name: long(60) };
    const added = await api.post('/api/v1/senders', sender);
    expect(added.status).toBe(201);
    senderId = added.body.sender.id;
  }

  await repeat(
    'api_keys',
    `account_id = '${session.accountId}'`,
    99,
    `'id', gen_random_uuid(), 'secret_hash', sha256(int4send(n))`,
  );
  await session.sql(
    `WITH client AS (
       INSERT INTO oauth_clients (id, name, metadata) SELECT 'client' || n, repeat('n', 100), $1 FROM generate_series(1, 1000) n RETURNING id
     )
     INSERT INTO oauth_grants (id, account_id, client_id, scopes, payload, expires_at)
     SELECT gen_random_uuid(), $2, id, '{account:read}', '{}', now() + interval '1 day' FROM client`,
    [{ redirect_uris: ORIGINS }, session.accountId],
  );
  return { entryId: first.id, batchId, webhookId, deliveryId, templateId, announcementId, senderId };
}

beforeAll(async () => {
  named = await fill();
}, 120_000);
beforeEach(() => session.sql('TRUNCATE rate_windows'));

/** Answers of bytes, which are bounded where they are made. */
const reads = registry.filter(({ method, download }) => method === 'GET' && !download);

/** The path of a reading, with the longest page. */
function pathOf({ path, input }: Operation): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name !== 'id') return named[name] ?? name;
    return path.includes('email-templates') ? (named.templateId ?? '') : 'long';
  });
  const { shape } = input;
  return filled + (shape.limit ? '?limit=100' : '') + (shape.days ? '?days=365' : '');
}

describe('an answer of a full account', () => {
  it.each(reads.map(operation => [operation.name, operation] as const))(
    `of %s is below 1 MB, also for agents${verifies('answers.bounded')}`,
    async (_, operation) => {
      const client = operation.audience === 'people' ? person : session.api;
      const path = pathOf(operation);
      // As much as one page can have.
      const longest = await client.get(path.replace('limit=100', 'limit=200'));
      const { status, body } = longest.status === 400 ? await client.get(path) : longest;
      expect(`${operation.name} ${status}`).toBe(`${operation.name} 200`);
      const json = JSON.stringify(body);
      expect(Buffer.byteLength(json)).toBeLessThan(MOST_BYTES);
      if (operation.audience === 'callers')
        expect(Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json))).toBeLessThan(MOST_BYTES);
    },
  );

  it('of list_waitlists leads to all of them, with and without a limit', async () => {
    for (const limit of ['', '&limit=200']) {
      const found = new Set<string>();
      for (let after: string | null = ''; after !== null; ) {
        const query = [after && `after=${after}`, limit.slice(1)].filter(Boolean).join('&');
        const { body } = await session.api.get(`/api/v1/waitlists?${query}`);
        for (const { id } of body.waitlists) found.add(id);
        expect(body.waitlists.length).toBeGreaterThan(0);
        after = body.next ?? null;
      }
      expect(found.size).toBe(1_000);
    }
  });

  it('of list_email_templates leads to all of them', async () => {
    const found = new Set<string>();
    for (let after: string | undefined = ''; after !== undefined; ) {
      const { body } = await session.api.get(`/api/v1/email-templates${after && `?after=${after}`}`);
      for (const { id } of body.templates) found.add(id);
      after = body.next;
    }
    expect(found.size).toBe(50);
    expect((await session.api.get('/api/v1/email-templates?after=nonsense')).status).toBe(400);
  });
});
