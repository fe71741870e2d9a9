import { describe, expect, it } from '@jest/globals';
import { AnteroomError } from '../../../packages/client/src/errors.ts';
import { toRequest } from '../../../packages/client/src/request.ts';
import { send } from '../../../packages/client/src/send.ts';
import type { RequestOptions } from '../../../packages/client/src/types.ts';
import { verifies } from '../../support/verifies.ts';
import { hangUp, json, type Reply, shareScriptedServer, silence } from './scripted-server.ts';

const ROUTE = 'POST /api/v1/waitlists';
const DONE = json(201, { waitlist: { slug: 'rockets' } });

const error = (status: number, code: string, headers = {}): Reply =>
  json(status, { error: 'No', code, requestId: 'r1', resolution: 'Wait.' }, headers);

const html =
  (status: number, headers = {}): Reply =>
  response =>
    void response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<h1>Sorry</h1>');

describe('a call', () => {
  const server = shareScriptedServer();

  const call = (
    { route = ROUTE, timeout = 5_000, maxRetries = 3, baseUrl = server.url } = {},
    options: RequestOptions = {},
  ) =>
    send(
      toRequest({ baseUrl, apiKey: 'ar_live_1' }, route, [], { name: 'Rockets' }, options.headers),
      { fetch, timeout, maxRetries },
      options,
    );
  const failure = (sent: Promise<unknown>): Promise<AnteroomError> =>
    sent.then(
      () => Promise.reject(new Error('It did not fail')),
      thrown => thrown,
    );

  it.each([
    ['429', error(429, 'rate_limited', { 'retry-after': '1' })],
    ['503', error(503, 'service_unavailable')],
    ['502 of a proxy', html(502)],
    ['a broken connection', hangUp],
    ['409 while an earlier try runs', error(409, 'request_in_progress')],
  ])(`is repeated after %s, under one Idempotency-Key${verifies('client.retries')}`, async (_, first) => {
    server.reply(first, DONE);
    expect(await call()).toEqual({ waitlist: { slug: 'rockets' } });
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
    expect(server.requests.map(({ body }) => body)).toEqual(['{"name":"Rockets"}', '{"name":"Rockets"}']);
  });

  it(`has another Idempotency-Key than the next one${verifies('client.retries')}`, async () => {
    server.reply(DONE);
    await call();
    await call();
    const [one, other] = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(one).not.toBe(other);
  });

  it(`is repeated after the time that Retry-After names, also as a date${verifies('client.retry-after')}`, async () => {
    server.reply(error(429, 'rate_limited', { 'retry-after': '2' }), DONE);
    const start = performance.now();
    await call();
    expect(performance.now() - start).toBeGreaterThan(1_990);

    const date = new Date(Date.now() + 2_500).toUTCString();
    server.reply(html(503, { 'retry-after': date }), DONE);
    await call();
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(date));
  });

  it(`fails at once if Retry-After is longer than a minute${verifies('client.retry-after')}`, async () => {
    server.reply(error(503, 'service_unavailable', { 'retry-after': '61' }));
    expect(await failure(call())).toMatchObject({ code: 'service_unavailable', retryAfter: 61 });
    expect(server.requests).toHaveLength(1);
  });

  it(`fails after the retries that are allowed${verifies('client.retries')}`, async () => {
    server.reply(error(503, 'service_unavailable'));
    expect(await failure(call({ maxRetries: 1 }))).toMatchObject({ status: 503 });
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    [400, 'validation_failed'],
    [401, 'unauthorized'],
    [409, 'not_editable'],
    [422, 'limit_reached'],
    [500, 'internal_error'],
  ])(
    `is not repeated after %d %s, whose error is typed${verifies('client.errors')}`,
    async (status, code) => {
      const details = [{ path: 'name', message: 'is required' }];
      server.reply(
        json(status, { error: 'Invalid input: name', code, details, resolution: 'Fix.', requestId: 'r1' }),
      );
      const thrown = await failure(call());
      expect(thrown).toBeInstanceOf(AnteroomError);
      expect({ ...thrown, message: thrown.message }).toMatchObject({
        message: 'Invalid input: name',
        code,
        status,
        details,
        resolution: 'Fix.',
        requestId: 'r1',
      });
      expect(server.requests).toHaveLength(1);
    },
  );

  it.each([
    ['a page', html(200), 200, 'answered 200 with text/html'],
    ['a page of a missing file', html(404), 404, 'Is baseUrl right?'],
    ['the page of a proxy', html(502), 502, 'answered 502'],
    ['JSON of another service', json(403, { message: 'Forbidden' }), 403, 'answered 403'],
    ['JSON that is no object', json(200, null), 200, 'answered 200'],
    [
      'a redirect',
      html(308, { location: 'https://www.example.com/' }),
      308,
      'redirects to https://www.example.com/',
    ],
  ])(`that gets %s says so${verifies('client.invalid-response')}`, async (_, reply, status, message) => {
    server.reply(reply);
    const thrown = await failure(call({ maxRetries: 0 }));
    expect(thrown).toMatchObject({ code: 'invalid_response', status, details: [] });
    expect(thrown.message).toContain(message);
    expect(server.requests).toHaveLength(1);
  });

  it(`that reaches nobody, or gets no answer in time, says so${verifies('client.unreachable')}`, async () => {
    server.reply(hangUp);
    expect(await failure(call({ maxRetries: 0 }))).toMatchObject({ code: 'unreachable', status: 0 });
    expect(await failure(call({ maxRetries: 0, baseUrl: 'http://127.0.0.1:9' }))).toMatchObject({
      code: 'unreachable',
      cause: expect.anything(),
    });
    server.reply(silence);
    const late = await failure(call({ maxRetries: 0, timeout: 50 }));
    expect(late).toMatchObject({ code: 'timeout', status: 0, message: 'No answer within 50 ms' });
    // The head of an answer is not an answer.
    server.reply(response => void response.writeHead(200).write('{'));
    expect(await failure(call({ maxRetries: 0, timeout: 50 }))).toMatchObject({ code: 'timeout' });
  });

  it(`ends when its signal does: before, while it is sent, and while it waits${verifies('client.abort')}`, async () => {
    const reason = new Error('Enough');
    expect(await failure(call({}, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(server.requests).toHaveLength(0);

    const controller = new AbortController();
    server.reply(() => controller.abort(reason));
    const untilAborted = { timeout: 1_000_000, maxRetries: 0 };
    expect(await failure(call(untilAborted, { signal: controller.signal }))).toBe(reason);

    const waiting = new AbortController();
    server.reply(response => {
      error(503, 'service_unavailable', { 'retry-after': '60' })(response);
      response.on('close', () => setImmediate(() => waiting.abort(reason)));
    });
    const start = performance.now();
    expect(await failure(call({}, { signal: waiting.signal }))).toBe(reason);
    expect(performance.now() - start).toBeLessThan(30_000);
    expect(server.requests).toHaveLength(2);
  });

  it(`sends headers of the caller, and shows those of the response${verifies('client.options')}`, async () => {
    server.reply(json(200, {}, { etag: '"1"' }));
    let etag: string | null = null;
    await call(
      {},
      {
        headers: { 'Idempotency-Key': 'mine', 'If-Match': '"0"' },
        onResponse: ({ headers }) => {
          etag = headers.get('etag');
        },
      },
    );
    expect(etag).toBe('"1"');
    expect(server.requests[0]?.headers).toMatchObject({
      'idempotency-key': 'mine',
      'if-match': '"0"',
      authorization: 'Bearer ar_live_1',
    });
  });
});
