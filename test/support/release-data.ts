import { generateSecret, hashSecret } from '../../core/sessions/secret.ts';
import type { KeptMessage } from '../../local/mail/mailbox.ts';
import { type ApiClient, createApiClient, createPersonClient } from './api-client.ts';
import { eventually } from './eventually.ts';

/** Keys of test data: the dumps were made with them, so that each can be opened again. */
export const RELEASE_KEYS = {
  DIGEST_KEY: Buffer.alloc(32, 'digests of the dumps').toString('base64'),
  SEAL_KEY: Buffer.alloc(32, 'secrets of the dumps').toString('base64'),
};

/** What is known of the data in a dump. What a release did not have yet is missing. */
export interface ReleaseFacts {
  readonly release: string;
  readonly apiKey: string;
  /** Cyd's page. */
  readonly statusUrl: string;
  /** Entries as the release listed them, by slug. `own` are in the customer's table, which is in the same database. */
  readonly entries: Readonly<Record<'main' | 'own', readonly Readonly<Record<string, unknown>>[]>>;
  readonly templateId: string;
  /** Path of Gus' link to confirm his address on `confirmed`. */
  readonly confirmPath?: string;
  /** Bob's invitation, which is neither redeemed nor withdrawn. */
  readonly invitationCode?: string;
  readonly webhook?: { readonly id: string; readonly secret: string };
}

interface Release {
  readonly name: string;
  readonly url: string;
  readonly databaseUrl: string;
  readonly apiKey: string;
  sql(statement: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
}

/** Fills a running server of any release with a bit of everything that is stored, through its API. */
export async function fillRelease({ name, url, databaseUrl, apiKey, sql }: Release): Promise<ReleaseFacts> {
  const api = createApiClient(url, apiKey);
  const ok = async (answer: ReturnType<ApiClient['get']>) => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const paths = new Set(Object.keys((await ok(api.get('/api/v1/openapi.json'))).paths));
  const has = (path: string): boolean => paths.has(`/api/v1/waitlists/{id}/${path}`);
  const visitor = createApiClient(url);
  let visitors = 0;
  /** Everyone comes from a network of their own. */
  const join = (slug: string, person: string, more = {}) =>
    ok(
      visitor.request('POST', `/w/${slug}/signups`, {
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.${++visitors}.1` },
        body: JSON.stringify({ email: `${person}@example.com`, name: person, ...more }),
      }),
    );
  const mailTo = (person: string): Promise<KeptMessage> =>
    eventually(async () => {
      const { messages } = (await ok(api.get('/_local/mail.json'))) as { messages: KeptMessage[] };
      const message = messages.find(({ to }) => String(to).includes(`${person}@example.com`));
      if (!message) throw new Error(`No mail to ${person}`);
      return message;
    });
  const idle = (kinds: string) =>
    eventually(async () => {
      const waiting = await sql(`SELECT kind, last_error FROM outbox WHERE kind ~ '${kinds}'`);
      if (waiting.length > 0) throw new Error(`Jobs wait: ${JSON.stringify(waiting)}`);
    });
  const entries = async (slug: string) =>
    (await ok(api.get(`/api/v1/waitlists/${slug}/entries?limit=200`))).entries;
  const idOf = async (slug: string, person: string): Promise<string> =>
    (await entries(slug)).find((entry: { name: string }) => entry.name === person).id;

  for (const slug of ['main', 'own', 'confirmed'])
    await ok(api.post('/api/v1/waitlists', { name: `List ${slug}`, slug }));
  await sql('UPDATE waitlists SET licensed_at = now()');
  const main = await ok(api.patch('/api/v1/waitlists/main', { referralEnabled: true, referralBoost: 2 }));
  // Releases before confirmed addresses ignore it.
  const { waitlist } = await ok(api.patch('/api/v1/waitlists/confirmed', { confirmation: 'required' }));
  const { template } = await ok(
    api.post('/api/v1/email-templates', {
      name: 'Welcome',
      subject: 'Welcome',
      html: '<!doctype html><html lang="en"><head><title>Hi</title></head><body><p>Hi {{name}} {{referralLink}}</p></body></html>',
      waitlistIds: [main.waitlist.id],
    }),
  );
  const hook = has('webhooks')
    ? await ok(
        api.post('/api/v1/waitlists/main/webhooks', {
          // Nothing listens there, so deliveries wait for their next attempt.
          url: 'http://127.0.0.1:9/hook',
          events: ['entry.joined', 'entry.referred'],
        }),
      )
    : undefined;
  await ok(api.post('/api/v1/waitlists/own/database', { dbType: 'postgres', connectionString: databaseUrl }));

  for (const person of ['zoe', 'yan', 'xia', 'ada', 'bob']) await join('main', person);
  const cyd = await join('main', 'cyd');
  for (const person of ['dan', 'eve']) await join('main', person, { referralCode: cyd.referralCode });
  // Held.
  await join('main', 'fay', { email: 'fay@mailinator.com', referralCode: cyd.referralCode });
  await join('own', 'ivy');
  await idle('email|deliver|moved');

  const secret = generateSecret();
  await sql(
    `INSERT INTO sessions (account_id, secret_hash, expires_at) SELECT id, $1, now() + interval '1 hour' FROM accounts`,
    [hashSecret(secret)],
  );
  const person = createPersonClient(url, secret);
  await ok(person.delete(`/api/v1/waitlists/main/entries/${await idOf('main', 'eve')}`));

  let invitationCode: string | undefined;
  if (has('invitations')) {
    await ok(api.patch('/api/v1/waitlists/main', { inviteUrl: 'https://rocket.example/welcome' }));
    const entryIds = [await idOf('main', 'bob'), await idOf('main', 'yan')];
    await ok(api.post('/api/v1/waitlists/main/invitations', { entryIds }));
    const codeOf = async (name: string) =>
      eventually(async () => {
        const code = /code=([^&\s]+)/.exec((await mailTo(name)).text)?.[1];
        if (!code) throw new Error(`${name} has no code yet`);
        return decodeURIComponent(code);
      });
    invitationCode = await codeOf('bob');
    await ok(api.post('/api/v1/invitations/redeem', { code: await codeOf('yan') }));
  }
  let confirmPath: string | undefined;
  if (waitlist.confirmation === 'required') {
    await join('confirmed', 'gus');
    confirmPath = /https?:\/\/[^/\s]+(\/\S+)/.exec((await mailTo('gus')).text)?.[1] ?? '';
  }

  // The jobs from here on are still to be done when the database is dumped.
  await sql(`ALTER TABLE outbox ALTER available_at SET DEFAULT now() + interval '1 hour'`);
  await join('main', 'hal', { referralCode: cyd.referralCode });
  await join('own', 'jon');
  if (has('invitations'))
    await ok(api.post('/api/v1/waitlists/main/invitations', { entryIds: [await idOf('main', 'dan')] }));
  await sql('ALTER TABLE outbox ALTER available_at SET DEFAULT now()');

  return {
    release: name,
    apiKey,
    statusUrl: cyd.statusUrl,
    entries: { main: await entries('main'), own: await entries('own') },
    templateId: template.id,
    ...(confirmPath !== undefined && { confirmPath }),
    ...(invitationCode !== undefined && { invitationCode }),
    ...(hook && { webhook: { id: hook.webhook.id, secret: hook.secret } }),
  };
}
