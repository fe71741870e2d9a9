import { describe, expect, it } from '@jest/globals';
import { toRequest } from '../../../packages/client/src/request.ts';
import { verifies } from '../../support/verifies.ts';

const ACCESS = { baseUrl: 'https://anteroom.example/behind', apiKey: 'ar_live_1' };

describe('a request', () => {
  it(`has the parameters of its path, and a query without what is undefined${verifies('client.operations')}`, () => {
    const { url, headers } = toRequest(
      ACCESS,
      'GET /api/v1/waitlists/{id}/entries/{entryId}',
      ['a/b', 'e 1'],
      {
        q: 'ä&',
        status: undefined,
        answers: { team: '11-50' },
      },
    );
    expect(url).toBe(
      'https://anteroom.example/behind/api/v1/waitlists/a%2Fb/entries/e%201?q=%C3%A4%26&answers%5Bteam%5D=11-50',
    );
    expect(Object.fromEntries(headers)).toEqual({
      accept: 'application/json',
      authorization: 'Bearer ar_live_1',
    });
  });

  it.each([[''], ['.'], ['..'], [undefined], [7]])('refuses %j as a part of its path', value => {
    expect(() => toRequest(ACCESS, 'DELETE /api/v1/waitlists/{id}', [value], {})).toThrow(
      'id must be an id or a slug',
    );
  });

  it(`sends a file as a form${verifies('client.operations')}`, () => {
    const file = new Blob(['<svg/>'], { type: 'image/svg+xml' });
    const { body, headers } = toRequest(ACCESS, 'POST /api/v1/assets', [], { file });
    expect(body).toBeInstanceOf(FormData);
    expect(headers.has('content-type')).toBe(false);
  });

  it(`of a visitor has neither key nor Idempotency-Key, which their endpoints do not take${verifies('client.operations')}`, () => {
    const { headers, body } = toRequest(
      { ...ACCESS, apiKey: undefined },
      'POST /w/{slug}/signups',
      ['rockets'],
      {
        email: 'ada@example.com',
      },
    );
    expect([...headers.keys()]).toEqual(['accept', 'content-type']);
    expect(body).toBe('{"email":"ada@example.com"}');
  });
});
