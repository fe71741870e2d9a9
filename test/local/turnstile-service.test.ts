import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTurnstile, type TurnstileService } from '../../local/stand-ins/turnstile.ts';
import { verifies } from '../support/verifies.ts';

const secret = (digit: string) => `${digit}x0000000000000000000000000000000AA`;

describe('the siteverify stand-in', () => {
  let service: TurnstileService;
  beforeAll(async () => {
    service = await startTurnstile('http://localhost:3000');
  });
  afterAll(() => service.stop());

  async function post(fields: Record<string, string>, asJson = false): Promise<Record<string, unknown>> {
    const answer = await fetch(service.verifyUrl, {
      method: 'POST',
      headers: { 'content-type': asJson ? 'application/json' : 'application/x-www-form-urlencoded' },
      body: asJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  }

  it.each<[string, Record<string, string>, string[]]>([
    [verifies('challenge.local-dummy-pass'), { secret: secret('1'), response: 't' }, []],
    [
      verifies('challenge.local-dummy-fail'),
      { secret: secret('2'), response: 't' },
      ['invalid-input-response'],
    ],
    [
      verifies('challenge.local-dummy-spent'),
      { secret: secret('3'), response: 't' },
      ['timeout-or-duplicate'],
    ],
    ['', { secret: secret('1') }, ['missing-input-response']],
    ['', { secret: secret('1'), response: '' }, ['missing-input-response']],
    ['', { secret: '0x4AAAAAAA', response: 't' }, ['invalid-input-secret']],
    ['', { secret: 'constructor', response: 't' }, ['invalid-input-secret']],
    ['', { response: 't' }, ['missing-input-secret']],
  ])('answers as Cloudflare does%s %#', async (_, fields, errors) => {
    for (const asJson of [false, true]) {
      const answer = await post(fields, asJson);
      expect(answer).toMatchObject({ success: errors.length === 0, 'error-codes': errors });
    }
  });

  it('answers nothing else', async () => {
    expect((await fetch(service.verifyUrl)).status).toBe(404);
    expect((await fetch(new URL('/', service.verifyUrl), { method: 'POST' })).status).toBe(404);
  });
});
