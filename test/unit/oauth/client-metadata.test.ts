import { describe, expect, it } from '@jest/globals';
import { ClientMetadataError, readClientMetadata } from '../../../core/oauth/client-metadata.ts';

const site = { baseUrl: 'https://anteroom.app' } as Parameters<typeof readClientMetadata>[0];
const WEB = 'https://agent.example:8443/callback';
const LOOPBACK = 'http://127.0.0.1:1234/callback';

const read = (metadata: object) => readClientMetadata(site, { redirect_uris: [WEB], ...metadata });

function refusal(body: unknown): Pick<ClientMetadataError, 'code' | 'message'> {
  try {
    readClientMetadata(site, body);
  } catch (error) {
    if (error instanceof ClientMetadataError) return error;
    throw error;
  }
  throw new Error('It was accepted');
}

describe('the metadata of a client', () => {
  it('are completed, and other members are left out', () => {
    expect(read({ client_uri: 'https://agent.example', scope: 'everything' })).toEqual({
      client_name: 'agent.example:8443',
      redirect_uris: [WEB],
      application_type: 'web',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    });
  });

  it.each<[string, unknown, string]>([
    ['as it is', 'Agent', 'Agent'],
    [
      'on one line, without hidden characters',
      ' An\u0000Agent\n of\u2028\u202e \u{e0041}ours\u2029',
      'An Agent of ours',
    ],
    ['without broken characters', '\ud800', '\ufffd'],
    ['up to 80 characters', 'é😀'.repeat(50), 'é😀'.repeat(40)],
    ['as the host if it is blank', '\u200b\u202e ', 'agent.example:8443'],
    [
      'as the host if nothing in it can be seen',
      '\u2800 \u3164\u115f\u1160\uffa0\u034f\ufe0f',
      'agent.example:8443',
    ],
    ['as the host if it is not a string', ['Agent'], 'agent.example:8443'],
  ])('have the name %s', (_, name, shown) => {
    expect(read({ client_name: name }).client_name).toBe(shown);
  });

  it.each([
    [[LOOPBACK], 'native', 'Unnamed app'],
    [[WEB, LOOPBACK], 'native', 'agent.example:8443'],
    [[WEB, 'https://other.example/'], 'web', 'agent.example:8443'],
  ])('with the redirect URIs %j are of a %s app with the name %s', (uris, type, name) => {
    expect(read({ redirect_uris: uris })).toMatchObject({
      redirect_uris: uris,
      application_type: type,
      client_name: name,
    });
  });

  it.each<[object, object]>([
    [{ token_endpoint_auth_method: 'none' }, { token_endpoint_auth_method: 'none' }],
    [{ grant_types: ['authorization_code', 'implicit'] }, { grant_types: ['authorization_code'] }],
    [{ response_types: ['token', 'code'] }, { response_types: ['code'] }],
    [{ grant_types: 'implicit', response_types: 'token' }, { response_types: ['code'] }],
  ])('may have %j', (metadata, kept) => {
    expect(read(metadata)).toMatchObject(kept);
  });

  it.each<[object, string]>([
    [{ token_endpoint_auth_method: 'private_key_jwt' }, 'token_endpoint_auth_method'],
    [{ grant_types: ['refresh_token'] }, 'grant_types'],
    [{ response_types: ['token'] }, 'response_types'],
  ])('may not have %j', (metadata, named) => {
    const { code, message } = refusal({ redirect_uris: [WEB], ...metadata });
    expect([code, message]).toEqual(['invalid_client_metadata', expect.stringContaining(named)]);
  });

  it.each([[null], ['text'], [[WEB]], [undefined]])('are not %j', body => {
    expect(refusal(body)).toMatchObject({ code: 'invalid_client_metadata', message: expect.any(String) });
  });

  it('have 1 to 20 redirect URIs', () => {
    const uris = (count: number) => Array.from({ length: count }, (_, n) => `${WEB}/${n}`);
    expect(read({ redirect_uris: uris(20) }).redirect_uris).toEqual(uris(20));
    for (const redirect_uris of [uris(21), [], WEB, undefined])
      expect(refusal({ redirect_uris }).code).toBe('invalid_redirect_uri');
  });

  it('have no redirect URI with a problem, such as a page of ours', () => {
    expect(refusal({ redirect_uris: [WEB, 'https://anteroom.app/w/somebody'] })).toMatchObject({
      code: 'invalid_redirect_uri',
      message: 'redirect_uris[1] must not be a page of this service',
    });
  });
});
