import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTurnstileVerifier } from '../../../adapters/turnstile/verifier.ts';
import {
  answering,
  breaking,
  type FakeSiteverify,
  hanging,
  startFakeSiteverify,
  verdict,
} from '../../support/fake-siteverify.ts';

const TOKEN = { secretKey: 'the-secret-key', token: 'a+token&of=one', remoteAddress: '2001:db8::7' };

let siteverify: FakeSiteverify;
beforeAll(async () => {
  siteverify = await startFakeSiteverify();
});
beforeEach(() => siteverify.react(verdict()));
afterAll(() => siteverify.stop());

const verify = (timeoutMs = 2_000) =>
  createTurnstileVerifier({ url: siteverify.url, timeoutMs }).verify(TOKEN);

describe('the Turnstile verifier', () => {
  it('sends secret, token and address, and a new idempotency key for each verification', async () => {
    expect(await verify()).toEqual({ status: 'passed' });
    await verify();
    const [first, second] = siteverify.requests;
    expect(first).toEqual({
      secret: 'the-secret-key',
      response: 'a+token&of=one',
      remoteip: '2001:db8::7',
      idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(second?.idempotency_key).not.toBe(first?.idempotency_key);
    expect(siteverify.contentTypes[0]).toBe('application/x-www-form-urlencoded');
  });

  it.each([
    ['rejected', ['invalid-input-response']],
    ['rejected', []],
    ['rejected', ['missing-input-response']],
    ['rejected', ['a-code-of-tomorrow']],
    ['spent', ['timeout-or-duplicate']],
  ])('answers %s for %j, and calls once', async (status, errors) => {
    siteverify.react(answering({ success: false, 'error-codes': errors }));
    expect(await verify()).toEqual({ status });
    expect(siteverify.requests).toHaveLength(1);
  });

  it.each(['invalid-input-secret', 'missing-input-secret', 'bad-request'])(
    'tells our own errors (%s) from those of the visitor, whatever the status',
    async code => {
      for (const status of [200, 400]) {
        siteverify.react(answering({ success: false, 'error-codes': [code] }, status));
        expect(await verify()).toEqual({ status: 'misconfigured', codes: [code] });
        expect(siteverify.requests).toHaveLength(1);
      }
    },
  );

  it.each([
    ['a dropped connection', breaking],
    ['500', answering({}, 500)],
    ['a 503 with an HTML page', answering('<html>', 503)],
    ['an internal error', verdict('internal-error')],
    ['a response that is not a verdict', answering('<!doctype html>')],
    ['a success that is not a boolean', answering({ success: 'true' })],
    ['null', answering(null)],
  ])('retries once after %s, with the same key', async (_, fault) => {
    siteverify.react(fault, verdict());
    expect(await verify()).toEqual({ status: 'passed' });
    expect(siteverify.requests).toHaveLength(2);
    expect(siteverify.requests[1]).toEqual(siteverify.requests[0]);

    siteverify.react(fault, verdict('timeout-or-duplicate'));
    expect(await verify()).toEqual({ status: 'spent' });

    siteverify.react(fault);
    expect(await verify()).toMatchObject({ status: 'unavailable' });
    expect(siteverify.requests).toHaveLength(2);
  });

  it('times out, twice, when there is no answer', async () => {
    siteverify.react(hanging);
    const startedAt = performance.now();
    expect(await verify(100)).toMatchObject({ status: 'unavailable', cause: { name: 'TimeoutError' } });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(siteverify.requests).toHaveLength(2);
    siteverify.react(hanging, verdict());
    expect(await verify(100)).toEqual({ status: 'passed' });
  });

  it('times out when the body never ends', async () => {
    siteverify.react(response => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"success": ');
    });
    expect(await verify(100)).toMatchObject({ status: 'unavailable' });
  });

  it('does not retry when rate limited', async () => {
    siteverify.react(answering({}, 429));
    expect(await verify()).toMatchObject({ status: 'unavailable' });
    expect(siteverify.requests).toHaveLength(1);
  });

  it('follows no redirects, which would leak the secret', async () => {
    const elsewhere = await startFakeSiteverify();
    siteverify.react(response => response.writeHead(307, { location: elsewhere.url }).end());
    expect(await verify()).toMatchObject({ status: 'unavailable' });
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.stop();
  });

  it('lets nobody pass when Turnstile is unreachable', async () => {
    const gone = await startFakeSiteverify();
    await gone.stop();
    const verdictOfNone = await createTurnstileVerifier({ url: gone.url }).verify(TOKEN);
    expect(verdictOfNone).toMatchObject({ status: 'unavailable' });
    expect(JSON.stringify(verdictOfNone)).not.toContain('the-secret-key');
  });
});
