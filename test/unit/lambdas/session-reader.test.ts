import { describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { generateSecret, hashSecret } from '../../../core/sessions/secret.ts';
import { DASHBOARD_HEADER } from '../../../core/sessions/session-store.ts';
import { createSessionReader } from '../../../lambdas/middleware/session-reader.ts';
import { verifies } from '../../support/verifies.ts';

const site = { baseUrl: 'https://anteroom.example' };
const ORIGIN = 'https://anteroom.example';
const secret = generateSecret();
const ofDashboard = { [DASHBOARD_HEADER.header]: DASHBOARD_HEADER.value };

const request = (headers: Record<string, string>, cookies = [`__Host-anteroom=${secret}`]) =>
  ({ headers, cookies }) as unknown as APIGatewayProxyEventV2;

const read = createSessionReader(site);

describe('the session in a request for an operation', () => {
  it.each<[string, Record<string, string>]>([
    ['of our dashboard', { ...ofDashboard, 'sec-fetch-site': 'same-origin', origin: ORIGIN }],
    ['of the dashboard in an old browser', ofDashboard],
  ])('is read from one %s', (_, headers) => {
    expect(read(request(headers))).toEqual({ kind: 'session', hash: hashSecret(secret) });
  });

  it.each<[string, Record<string, string>]>([
    ['without our header', { origin: ORIGIN }],
    ['with another header', { ...ofDashboard, [DASHBOARD_HEADER.header]: 'XMLHttpRequest' }],
    ['of another site', { ...ofDashboard, origin: ORIGIN, 'sec-fetch-site': 'cross-site' }],
    ['of another origin', { ...ofDashboard, origin: 'https://evil.example' }],
    ['linked from our page', { 'sec-fetch-site': 'same-origin' }],
    ['linked from another site', { referer: 'https://evil.example/', 'sec-fetch-site': 'cross-site' }],
    ['linked from another site, in an old browser', { referer: `https://evil.example/?${ORIGIN}/` }],
    ['linked from nowhere', { referer: 'about:client' }],
    ['that lies about its referrer', { referer: `${ORIGIN}/dashboard`, 'sec-fetch-site': 'same-site' }],
  ])(`is refused in one %s${verifies('sessions.forgery-refused')}`, (_, headers) => {
    expect(() => read(request(headers))).toThrow('This request did not come from the dashboard');
  });

  it('is undefined without a cookie of the right name and form', () => {
    for (const cookies of [[], [`anteroom=${secret}`], ['__Host-anteroom=nonsense']])
      expect(read(request({}, cookies))).toBeUndefined();
  });
});
