import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createAccountStore } from '../../../adapters/postgres/account/account-store.ts';
import { createApiKeyStore } from '../../../adapters/postgres/account/api-key-store.ts';
import { createAccount } from '../../../core/account/create-account.ts';
import { createApiKey } from '../../../core/account/create-api-key.ts';
import { exportToken } from '../../../core/entries/export-link.ts';
import { ALL_SCOPES } from '../../../core/kernel/scopes.ts';
import {
  decodeRefusal,
  decodeTicket,
  encodeTicket,
  REFUSAL,
  TICKET,
} from '../../../lambdas/assets/upload-protocol.ts';
import { routes } from '../../../lambdas/http/routes.ts';
import type { FunctionBundle } from '../../../lib/build/bundle-function.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { png } from '../../support/images.ts';
import { type AwsStandIn, startAwsStandIn } from '../aws-stand-in.ts';
import { ENVIRONMENT, type LambdaFolder, type Variables } from '../lambda-process.ts';
import {
  authorizerEvent,
  exportEvent,
  httpEvent,
  ORIGIN_SECRET,
  originResponseEvent,
  queueEvent,
  scheduledEvent,
} from '../recorded-events.ts';

/** Functions not invoked by the HTTP API; each has its own tests below. */
const OTHERS = [
  'assets',
  'database-connector',
  'export',
  'mail-feedback',
  'migrate',
  'upload-answer',
  'upload-authorizer',
  'webhook-sender',
  'worker',
];
const HTTP = [...new Set(routes.map(route => route.function))].sort();

const ENTRY_EMAIL = 'ada@example.com';
const ACCOUNT_EMAIL = 'owner@example.com';

// biome-ignore lint/suspicious/noExplicitAny: tests read members of responses that they then compare
const answersOf = (printed: readonly string[]): any[] => JSON.parse(printed.at(-1) ?? '[]');
// biome-ignore lint/suspicious/noExplicitAny: as above
const linesOf = (printed: readonly string[]): any[] =>
  printed.slice(0, -1).flatMap(line => (line.startsWith('{') ? [JSON.parse(line)] : []));

/** A request for a route, with placeholder parameters. */
function eventFor(routeKey: string): unknown {
  const [method = 'GET', template = '/nowhere'] = routeKey === '$default' ? [] : routeKey.split(' ');
  const names = [...template.matchAll(/\{(\w+)\+?\}/g)].map(match => match[1] ?? '');
  const path = template.replaceAll(/\{\w+\+?\}/g, 'hello');
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const event = httpEvent(method, path, routeKey, {
    ...(names.length > 0 && { pathParameters: Object.fromEntries(names.map(name => [name, 'hello'])) }),
    ...(hasBody && { body: '{}' }),
  });
  return {
    ...event,
    headers: {
      ...event.headers,
      // The host of BASE_URL, as CloudFront names it.
      'x-viewer-host': new URL(ENVIRONMENT.BASE_URL).host,
      ...(hasBody && { 'content-type': 'application/json' }),
    },
  };
}

/** The functions as they are deployed. */
export interface Unpacked {
  readonly bundles: ReadonlyMap<string, FunctionBundle>;
  readonly lambda: LambdaFolder;
}

/** Every function, invoked with the events AWS sends: each in isolation, on a real Postgres, with a stand-in for AWS. */
export function checkInvocations(unpacked: Unpacked): void {
  let database: TestDatabase;
  let pool: pg.Pool;
  let aws: AwsStandIn;
  let variables: Variables;
  let accountId: string;
  let key: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => {});
    const store = createAccountStore(pool);
    ({ id: accountId } = await createAccount(store, { email: ACCOUNT_EMAIL, plan: 'pro' }));
    ({ key } = await createApiKey(createApiKeyStore(pool), accountId, { name: 'Test', scopes: ALL_SCOPES }));
    await pool.query(`INSERT INTO waitlists (account_id, slug, name) VALUES ($1, 'hello', 'Hello')`, [
      accountId,
    ]);
    const ticket = {
      requestId: 'r-1',
      account: { id: accountId, plan: 'pro' as const },
      contentType: 'application/octet-stream',
      headers: {},
    };
    const form = [
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n',
      '\r\n--b--\r\n',
    ];
    aws = await startAwsStandIn({
      bytes: Buffer.concat([Buffer.from(form[0] ?? ''), png(), Buffer.from(form[1] ?? '')]),
      metadata: { [TICKET]: encodeTicket({ ...ticket, contentType: 'multipart/form-data; boundary=b' }) },
    });
    const { TURNSTILE_SITE_KEY: _key, TURNSTILE_SECRET_ARN: _arn, ...environment } = ENVIRONMENT;
    variables = {
      ...environment,
      ...aws.variables,
      DATABASE_URL: database.url,
      DIGEST_KEY: Buffer.alloc(32, 7).toString('base64'),
      // Cloudflare is unreachable here; its verdicts are tested elsewhere, with a stand-in.
      CHALLENGE_OPTIONAL: 'true',
      METRICS_NAMESPACE: 'Anteroom/test',
    };
  }, 180_000);

  afterAll(async () => {
    aws?.stop();
    await pool?.end();
    await database?.drop();
  });

  /** Sends events to one instance of a function, one after another. @returns what it printed, its answers last */
  const invoke = (
    name: string,
    events: readonly unknown[],
    given: Variables = variables,
  ): Promise<string[]> =>
    unpacked.lambda.print(
      name,
      `import { handler } from './index.mjs';
       const answers = [];
       for (const event of ${JSON.stringify(events)}) {
         const context = {
           awsRequestId: 'b7a1f2c4', functionName: 'anteroom-${name}', functionVersion: '$LATEST', memoryLimitInMB: '1024',
           invokedFunctionArn: 'arn:aws:lambda:us-east-1:123456789012:function:anteroom-${name}',
           getRemainingTimeInMillis: () => 29000,
         };
         answers.push(await handler(event, context));
       }
       // A pipe takes a long text in parts.
       process.stdout.write(JSON.stringify(answers) + '\\n', () => process.exit());`,
      given,
    );

  describe('every function', () => {
    it('is invoked here with the events AWS sends', () => {
      expect([...unpacked.bundles.keys()].sort()).toEqual([...HTTP, ...OTHERS].sort());
    });

    it.each(HTTP)(
      'of the HTTP API answers each of its routes by itself: %s',
      async name => {
        const own = routes.filter(route => route.function === name);
        const answers = answersOf(
          await invoke(
            name,
            own.map(({ routeKey }) => eventFor(routeKey)),
          ),
        );
        expect(answers).toHaveLength(own.length);
        for (const [index, { routeKey }] of own.entries()) {
          const { statusCode, headers, body } = answers[index];
          expect(`${routeKey} ${statusCode} ${statusCode >= 500 ? body : ''}`).toMatch(/ [234]\d\d $/);
          expect(headers['x-request-id']).toBe('UbWdXhGAIAMEJ1w=');
        }
      },
      120_000,
    );
  });

  describe('a signup, function by function', () => {
    it('is accepted by pages, which wakes the worker', async () => {
      const event = { ...(eventFor('POST /w/{slug}/signups') as object), pathParameters: { slug: 'hello' } };
      const [shown, joined] = answersOf(
        await invoke('pages', [
          eventFor('GET /w/{slug}'),
          { ...event, body: JSON.stringify({ email: ENTRY_EMAIL }) },
        ]),
      );
      expect(shown).toMatchObject({
        statusCode: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
      });
      expect(joined.statusCode).toBe(201);
      expect(JSON.parse(joined.body)).toMatchObject({ position: 1 });
      const wakeUps = aws.calls.filter(({ service }) => service === 'sqs');
      expect(wakeUps.length).toBeGreaterThan(0);
      expect(wakeUps.at(-1)?.body).toContain(ENVIRONMENT.WORKER_QUEUE_URL);
    }, 60_000);

    it('is listed by entries for the key of its account', async () => {
      const event = httpEvent(
        'GET',
        '/api/v1/waitlists/hello/entries',
        'GET /api/v1/waitlists/{id}/entries',
        {
          pathParameters: { id: 'hello' },
        },
      );
      const [{ statusCode, body }] = answersOf(
        await invoke('entries', [
          { ...event, headers: { ...event.headers, authorization: `Bearer ${key}` } },
        ]),
      );
      expect(statusCode).toBe(200);
      expect(JSON.parse(body)).toMatchObject({ total: 1, entries: [{ email: ENTRY_EMAIL, position: 1 }] });
    }, 60_000);

    it('gets its email from the worker, woken by the queue, and its metrics are in the log', async () => {
      // A new job waits briefly for others of the same commit.
      await pool.query('UPDATE outbox SET available_at = now()');
      const printed = await invoke('worker', [queueEvent('{}', '{}')]);
      expect(answersOf(printed)).toEqual([{ batchItemFailures: [] }]);
      // The quota is read with GET.
      const [email, ...others] = aws.calls.filter(
        ({ service, method }) => service === 'ses' && method === 'POST',
      );
      expect(others).toEqual([]);
      expect(email?.body).toContain(ENTRY_EMAIL);
      const run = linesOf(printed).find(({ message }) => message === 'outbox run');
      expect(run).toMatchObject({ service: 'worker', done: 1, JobsDone: 1, JobsRetried: 0, JobsParked: 0 });
      expect(run._aws.CloudWatchMetrics).toEqual([
        {
          Namespace: 'Anteroom/test',
          Dimensions: [['service']],
          Metrics: [{ Name: 'JobsDone' }, { Name: 'JobsRetried' }, { Name: 'JobsParked' }],
        },
      ]);
      expect(run._aws.Timestamp).toEqual(expect.any(Number));
      expect((await pool.query('SELECT FROM outbox')).rowCount).toBe(0);
    }, 60_000);

    it('only logs metrics that CloudWatch can find in their line', async () => {
      for (const line of linesOf(await invoke('worker', [scheduledEvent]))) {
        for (const { Dimensions, Metrics } of line._aws?.CloudWatchMetrics ?? []) {
          for (const name of Dimensions.flat()) expect(line[name]).toEqual(expect.any(String));
          for (const { Name } of Metrics) expect(line[Name]).toEqual(expect.any(Number));
        }
      }
    }, 60_000);
  });

  describe('the worker on its schedule', () => {
    it('sweeps, and reports how much is left', async () => {
      const printed = await invoke('worker', [scheduledEvent]);
      expect(answersOf(printed)).toEqual([{ batchItemFailures: [] }]);
      expect(linesOf(printed).find(({ message }) => message === 'outbox run')).toMatchObject({
        OutboxParked: 0,
        OutboxOverdueSeconds: 0,
      });
      // Also when there is nothing to send: an alarm would end in every pause.
      expect(linesOf(printed).find(({ message }) => message === 'sending quota')).toMatchObject({
        perDay: 50_000,
        sentToday: 42_001,
        MailQuotaPercent: 84,
        _aws: { CloudWatchMetrics: [{ Metrics: [{ Name: 'MailQuotaPercent' }] }] },
      });
    }, 60_000);
  });

  describe('mail-feedback', () => {
    it('suppresses the addresses in its queue’s messages, and returns a message it cannot read', async () => {
      const recipient = createHash('sha256').update(ENTRY_EMAIL).digest('hex');
      const { rows } = await pool.query("SELECT id FROM waitlists WHERE slug = 'hello'");
      const message = {
        reason: 'bounce',
        recipient: [recipient],
        waitlist: [rows[0].id],
        at: '2026-11-21T11:00:00Z',
      };
      const event = queueEvent(message, 'nothing');
      expect(answersOf(await invoke('mail-feedback', [event]))).toEqual([
        { batchItemFailures: [{ itemIdentifier: event.Records[1]?.messageId }] },
      ]);
      const found = await pool.query(
        "SELECT reason, encode(email_digest, 'hex') AS recipient FROM email_suppressions",
      );
      expect(found.rows).toEqual([{ reason: 'bounce', recipient }]);
    }, 60_000);
  });

  describe('an upload, function by function', () => {
    it('is admitted by upload-authorizer with a key, and refused with a complete response without one', async () => {
      const headers = { 'Content-Type': 'image/png', 'x-origin-secret': ORIGIN_SECRET };
      const [refused, admitted] = answersOf(
        await invoke('upload-authorizer', [
          authorizerEvent(headers),
          authorizerEvent({ ...headers, Authorization: `Bearer ${key}` }),
        ]),
      );
      expect(refused.policyDocument.Statement[0].Effect).toBe('Deny');
      expect(decodeRefusal(refused.context[REFUSAL]).statusCode).toBe(401);
      expect(admitted.policyDocument.Statement[0]).toMatchObject({
        Effect: 'Allow',
        Resource: authorizerEvent({}).methodArn,
      });
      expect(decodeTicket(admitted.context[TICKET])).toMatchObject({
        account: { id: accountId, plan: 'pro' },
        contentType: 'image/png',
      });
    }, 60_000);

    it('is stored as an image by assets, which removes the staged body', async () => {
      const [{ statusCode, body }] = answersOf(await invoke('assets', [{ key: 'staging/r-1' }]));
      expect(`${statusCode} ${body}`).toMatch(/^200 /);
      const { url } = JSON.parse(body);
      expect(url).toMatch(/^https:\/\/d111111abcdef8\.cloudfront\.net\/assets\/\w+\.png$/);
      const calls = aws.calls.filter(({ service }) => service === 's3');
      expect(calls.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
        'GET /staging/staging/r-1',
        `PUT /assets${new URL(url).pathname}`,
        'DELETE /staging/staging/r-1',
      ]);
    }, 60_000);

    it('is answered at CloudFront by upload-answer', async () => {
      const refusal = Buffer.from(
        JSON.stringify({ statusCode: 401, headers: {}, body: '{"code":"unauthorized"}' }),
      ).toString('base64url');
      const [refused, other] = answersOf(
        await invoke(
          'upload-answer',
          [originResponseEvent('403', { 'X-Upload-Refusal': refusal }), originResponseEvent('405', {})],
          // Edge functions have no environment variables.
          {},
        ),
      );
      expect(refused).toMatchObject({ status: '401', body: '{"code":"unauthorized"}' });
      expect(other).toMatchObject({ status: '405' });
    }, 60_000);
  });

  describe('an export', () => {
    let token: string;

    /** What one invocation streamed: the head, and the encoded body. */
    async function stream(token: string, headers: Readonly<Record<string, string>> = {}) {
      const printed = await unpacked.lambda.print(
        'export',
        `import { handler } from './index.mjs';
         import { Writable } from 'node:stream';
         const chunks = [];
         const stream = new Writable({ write(chunk, _, done) { chunks.push(chunk); done(); } });
         const context = { awsRequestId: 'b7a1f2c4', functionName: 'anteroom-export', getRemainingTimeInMillis: () => 900000 };
         await handler(${JSON.stringify(exportEvent(token, headers))}, stream, context);
         const mark = handler[Symbol.for('aws.lambda.runtime.handler.streaming')];
         console.log(JSON.stringify([mark, stream.writableFinished, Buffer.concat(chunks).toString('base64')]));
         process.exit();`,
        variables,
      );
      const [mark, finished, written] = answersOf(printed);
      expect([mark, finished]).toEqual(['response', true]);
      const bytes = Buffer.from(written, 'base64');
      const end = bytes.indexOf(Buffer.alloc(8));
      return { head: JSON.parse(bytes.subarray(0, end).toString()), body: bytes.subarray(end + 8) };
    }

    it('streams the headers and then the compressed file to anyone with the link', async () => {
      const { rows } = await pool.query(`SELECT id FROM waitlists WHERE slug = 'hello'`);
      token = exportToken(Buffer.alloc(32, 7), {
        accountId,
        waitlistId: rows[0].id,
        filter: {},
        sort: 'position',
        expiresAt: Date.now() + 60_000,
      });
      const { head, body } = await stream(token);
      expect(head).toMatchObject({
        statusCode: 200,
        headers: {
          'content-disposition': expect.stringMatching(
            /^attachment; filename="hello-\d{4}-\d{2}-\d{2}\.csv"$/,
          ),
          'content-encoding': 'gzip',
          'x-request-id': exportEvent('', {}).requestContext.requestId,
        },
      });
      expect(gunzipSync(body).toString()).toMatch(/^\ufeffid,email,.*\r\n[\w-]{36},ada@example\.com,/);
    }, 60_000);

    it('is refused like any other request, without a link or when it bypasses CloudFront', async () => {
      const refused = await stream('guessed');
      expect(refused.head.statusCode).toBe(404);
      expect(JSON.parse(refused.body.toString())).toMatchObject({ code: 'not_found' });
      const past = await stream(token, { 'x-origin-secret': 'guessed-by-somebody-else-here' });
      expect(past.head.statusCode).toBe(404);
    }, 60_000);
  });

  describe('database-connector', () => {
    it('reaches none of our resources, whatever it is asked', async () => {
      const target = {
        dbType: 'postgres',
        connectionString: 'postgres://me:secret@127.0.0.1:5432/app',
        tableName: 'waitlist_hello',
      };
      const printed = await invoke('database-connector', [{ operation: 'test', target }], {
        AWS_REGION: 'us-east-1',
      });
      expect(answersOf(printed)).toMatchObject([{ failure: { kind: 'refused' } }]);
      expect(printed.join('\n')).not.toContain('secret');
    }, 60_000);
  });

  describe('webhook-sender', () => {
    it('reaches none of our resources, whatever it is asked', async () => {
      const message = { url: 'http://127.0.0.1:5432/', headers: {}, body: 'secret' };
      const printed = await invoke('webhook-sender', [message], { AWS_REGION: 'us-east-1' });
      expect(answersOf(printed)).toMatchObject([{ failure: 'refused' }]);
      expect(printed.join('\n')).not.toContain('secret');
    }, 60_000);
  });

  describe('migrate', () => {
    it('fails its deployment if it cannot reach the database', async () => {
      await expect(invoke('migrate', [{}], { ...ENVIRONMENT, MIGRATIONS_DIR: '/nowhere' })).rejects.toThrow();
    }, 60_000);
  });
}
