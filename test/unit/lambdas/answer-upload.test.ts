import { describe, expect, it } from '@jest/globals';
import {
  encodeRefusal,
  REFUSAL_HEADER,
  STAGED_HEADER,
  UNSTAGED_HEADER,
} from '../../../lambdas/assets/upload-protocol.ts';
import { answerUpload, type OriginResponse } from '../../../lambdas/upload-answer/answer-upload.ts';

const ID = '6f1c9a52-8f5c-4d7a-9d0e-2f8a1b0c3d4e';

/** API Gateway's response as CloudFront passes it on. */
const origin = (status: string, headers: Record<string, string> = {}): OriginResponse => ({
  status,
  statusDescription: '',
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [{ key: name, value }]]),
  ),
});

const failures: [unknown, string][] = [];
const answer = (response: OriginResponse, process: (payload: unknown) => Promise<unknown> = never) =>
  answerUpload(response, process, (error, requestId) => failures.push([error, requestId]));
const never = async (): Promise<unknown> => {
  throw new Error('Nothing was staged');
};

/** Status, body, and a header of a response, as a client sees them. */
const seen = ({ status, headers, body }: OriginResponse, name: string) => [
  status,
  body === undefined ? undefined : JSON.parse(body),
  headers[name]?.[0]?.value,
];

describe('the function that answers uploads at CloudFront', () => {
  it('returns the processor’s response to the staged body, including headers', async () => {
    const asked: unknown[] = [];
    const answered = await answer(
      origin('200', { [STAGED_HEADER]: ID, 'content-length': '0' }),
      async payload => {
        asked.push(payload);
        return { statusCode: 413, headers: { RateLimit: 'r' }, body: '{"code":"payload_too_large"}' };
      },
    );
    expect(asked).toEqual([{ key: `staging/${ID}` }]);
    expect(seen(answered, 'ratelimit')).toEqual(['413', { code: 'payload_too_large' }, 'r']);
    // CloudFront writes the length; API Gateway's would be that of a different body.
    expect(Object.keys(answered.headers)).toEqual(['ratelimit']);
  });

  it('answers with the authorizer’s refusal, whatever its status', async () => {
    const refusal = {
      statusCode: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: '{"code":"unauthorized"}',
    };
    const answered = await answer(origin('403', { [REFUSAL_HEADER]: encodeRefusal(refusal) }));
    expect(seen(answered, 'www-authenticate')).toEqual(['401', { code: 'unauthorized' }, 'Bearer']);
  });

  it.each<[string, OriginResponse, (payload: unknown) => Promise<unknown>]>([
    ['a body that could not be staged', origin('500', { [UNSTAGED_HEADER]: ID }), never],
    ['a processor that fails', origin('200', { [STAGED_HEADER]: ID }), never],
    [
      'a processor with an invalid response',
      origin('200', { [STAGED_HEADER]: ID }),
      async () => ({ errorMessage: 'secret' }),
    ],
  ])('reveals nothing about %s except that it failed', async (_, response, process) => {
    failures.length = 0;
    const answered = await answer(response, process);
    expect(seen(answered, 'x-request-id')).toEqual([
      '500',
      expect.objectContaining({ code: 'internal_error', requestId: ID }),
      ID,
    ]);
    expect(answered.body).not.toContain('secret');
    expect(seen(answered, 'access-control-allow-origin')[2]).toBe('*');
    expect(failures).toEqual([[expect.any(Error), ID]]);
  });

  it('leaves API Gateway’s other responses as they are, with the common headers', async () => {
    const answered = await answer(origin('413', { 'X-Request-Id': ID, 'Cache-Control': 'private' }));
    expect([answered.status, answered.body]).toEqual(['413', undefined]);
    expect(answered.headers['x-request-id']?.[0]?.value).toBe(ID);
    expect(answered.headers['cache-control']?.[0]?.value).toBe('private');
    expect(answered.headers['x-content-type-options']?.[0]?.value).toBe('nosniff');
  });

  it('stays under CloudFront’s response limit', async () => {
    const refusal = { statusCode: 403, headers: {}, body: JSON.stringify({ error: 'x'.repeat(2_000) }) };
    const encoded = encodeRefusal(refusal);
    // API Gateway accepts 10 KB of headers.
    expect(encoded.length).toBeLessThan(8_000);
    const { body = '' } = await answer(origin('403', { [REFUSAL_HEADER]: encoded }));
    expect(body.length).toBeLessThan(1_000_000);
  });
});
