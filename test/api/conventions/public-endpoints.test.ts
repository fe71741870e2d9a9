import { beforeAll, describe, expect, it } from '@jest/globals';
import { publicEndpoints } from '../../../core/describe-api.ts';
import { ERROR_STATUS, type ErrorCode } from '../../../core/kernel/errors.ts';
import type { Answer } from '../../support/api-client.ts';
import { type Description, faults, readDescription } from '../../support/described.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const QUESTION = { key: 'company_size', label: 'Size', type: 'choice', options: ['1-10', '11-50'] };

describe('the endpoints for visitors in the OpenAPI description', () => {
  const session = shareSession({ environment: { SIGNUPS_PER_MINUTE_PER_IP: '30' } });
  let description: Description;
  let token: string;

  const create = (slug: string, more = {}) =>
    session.api.post('/api/v1/waitlists', { name: slug, slug, ...more });

  beforeAll(async () => {
    description = await readDescription(session);
    await create('open', {
      questions: [{ ...QUESTION, ask: 'after' }],
      allowedOrigins: ['https://own.example'],
    });
    await create('confirming', { confirmation: 'required' });
    await create('closed', { closesAt: '2020-01-01T00:00:00.000Z' });
    const { body } = await session.join('open', { email: 'first@example.com' });
    token = body.statusUrl.split('/').at(-1);
  });

  /** Calls an endpoint, and compares its answer with the description. */
  async function call(
    name: string,
    target: string,
    { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const endpoint = publicEndpoints.find(each => each.name === name);
    if (!endpoint) throw new Error(`${name} is not an endpoint`);
    const described = description.paths[endpoint.path][endpoint.method.toLowerCase()];
    expect([described.operationId, described.security]).toEqual([name, []]);
    const answer = await session.visitor.request(endpoint.method, target, {
      headers,
      ...(body !== undefined && { body }),
    });
    const response = described.responses[answer.status];
    expect([name, answer.status, response === undefined]).toEqual([name, answer.status, false]);
    const missing = Object.keys(response.headers).filter(header => !answer.headers.has(header));
    expect([name, answer.status, missing]).toEqual([name, answer.status, []]);
    const json = response.content?.['application/json'];
    if (answer.headers.get('content-type')?.includes('json'))
      expect([answer.body, faults(json?.schema, answer.body)]).toEqual([answer.body, []]);
    if (answer.status >= 400) expect(Object.keys(json.examples)).toContain(answer.body.code);
    return answer;
  }

  const post = (name: string, target: string, body: unknown, headers = {}) =>
    call(name, target, { body: JSON.stringify(body), headers: { ...JSON_TYPE, ...headers } });
  const postForm = (name: string, target: string, fields: Record<string, string>) =>
    call(name, target, { body: new URLSearchParams(fields).toString(), headers: FORM_TYPE });

  it(`answer as described${verifies('openapi.public')}`, async () => {
    const join = { email: 'ada@example.com', name: 'Ada', source: { utmSource: 'x' }, language: 'en' };
    expect((await post('join_waitlist', '/w/open/signups', join)).status).toBe(201);
    expect((await post('join_waitlist', '/w/open/signups', join)).status).toBe(200);
    expect((await post('join_waitlist', '/w/confirming/signups', join)).status).toBe(202);
    expect((await post('request_place_link', '/w/open/status-links', { email: join.email })).status).toBe(
      202,
    );
    expect((await call('get_place', `/s/${token}.json`)).status).toBe(200);
    const answers = { company_size: '11-50' };
    expect((await post('answer_questions', `/s/${token}/answers`, { answers })).body).toEqual({ answers });
    expect((await call('get_form_settings', '/w/open/embed.json')).body.questions).toHaveLength(1);
  });

  it(`take forms as described${verifies('openapi.public')}`, async () => {
    const redirectUrl = 'https://own.example/thanks';
    const form = { email: 'form@example.com', redirectUrl, utm_source: 'x', 'answers[company_size]': '1-10' };
    const joined = await postForm('join_waitlist', '/w/open/signups', form);
    expect([joined.status, joined.headers.get('location')]).toEqual([303, redirectUrl]);
    const answered = await postForm('answer_questions', `/s/${token}/answers`, {
      'answers[company_size]': '1-10',
    });
    expect(answered.status).toBe(303);
    expect((await call('get_place', `/s/${token}.json`)).status).toBe(200);
  });

  it(`refuse as described${verifies('openapi.public', 'openapi.error-examples')}`, async () => {
    const codeOf = async (answer: Promise<Answer>) => (await answer).body.code;
    const email = 'eve@example.com';
    expect(await codeOf(post('join_waitlist', '/w/open/signups', {}))).toBe('validation_failed');
    expect(await codeOf(call('join_waitlist', '/w/open/signups', { body: '{', headers: JSON_TYPE }))).toBe(
      'invalid_json',
    );
    const text = { body: 'x', headers: { 'content-type': 'text/plain' } };
    for (const [name, target] of [
      ['join_waitlist', '/w/open/signups'],
      ['request_place_link', '/w/open/status-links'],
      ['answer_questions', `/s/${token}/answers`],
    ] as const)
      expect(await codeOf(call(name, target, text))).toBe('unsupported_media_type');
    const stranger = { origin: 'https://stranger.example' };
    expect(await codeOf(post('join_waitlist', '/w/open/signups', { email }, stranger))).toBe(
      'origin_not_allowed',
    );
    expect(await codeOf(post('join_waitlist', '/w/closed/signups', { email }))).toBe('waitlist_closed');
    expect(await codeOf(post('join_waitlist', '/w/nowhere/signups', { email }))).toBe('not_found');
    expect(await codeOf(post('request_place_link', '/w/nowhere/status-links', { email }))).toBe('not_found');
    expect(await codeOf(call('get_place', '/s/nobody.json'))).toBe('not_found');
    expect(await codeOf(post('answer_questions', '/s/nobody/answers', { answers: {} }))).toBe('not_found');
    expect(await codeOf(call('get_form_settings', '/w/nowhere/embed.json'))).toBe('not_found');
    for (let attempt = 0; attempt < 40; attempt++) {
      const { status } = await post('join_waitlist', '/w/open/signups', { email: `n${attempt}@example.com` });
      if (status === 429) return;
    }
    throw new Error('The limit was never reached');
  });

  it(`and every other response have an example of each of their error codes, which fits${verifies('openapi.error-examples')}`, () => {
    const seen = new Set<string>();
    for (const methods of Object.values<Description>(description.paths))
      for (const { operationId, responses } of Object.values<Description>(methods))
        for (const [status, { description: words, content }] of Object.entries<Description>(responses)) {
          if (Number(status) < 400) continue;
          const { schema, examples } = content['application/json'];
          const codes = [...words.matchAll(/`(\w+)`: /g)].map(match => match[1]);
          expect([operationId, status, codes]).toEqual([operationId, status, Object.keys(examples)]);
          expect(codes.length).toBeGreaterThan(0);
          for (const [code, { value }] of Object.entries<Description>(examples)) {
            expect([value.code, ERROR_STATUS[code as ErrorCode]]).toEqual([code, Number(status)]);
            expect([code, faults(schema, value)]).toEqual([code, []]);
            seen.add(code);
          }
        }
    const { ApiError } = description.components.schemas;
    expect(ApiError.examples.map(({ code }: { code: string }) => code)).toEqual(Object.keys(ERROR_STATUS));
    expect(seen.size).toBeGreaterThan(20);
  });
});
