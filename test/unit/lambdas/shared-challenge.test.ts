import { describe, expect, it } from '@jest/globals';
import { createSharedChallenge } from '../../../lambdas/pages/challenge.ts';
import { verifyChallenge } from '../../../settings/needs.ts';
import { readSettings } from '../../../settings/read-settings.ts';
import { verifies } from '../../support/verifies.ts';

const create = (environment: Record<string, string>) =>
  createSharedChallenge(readSettings([verifyChallenge], environment));

const keys = { TURNSTILE_SITE_KEY: 'site-key', TURNSTILE_SECRET_KEY: ' secret-key\n' };

describe('the shared keys of the bot challenge', () => {
  it('are read from the settings', async () => {
    const shared = create(keys);
    expect(shared?.siteKey).toBe('site-key');
    expect(await shared?.secretKey()).toBe('secret-key');
  });

  it(`may be missing in the local run only${verifies('challenge.none-only-in-local-run')}`, () => {
    expect(() => create({})).toThrow('TURNSTILE_SITE_KEY');
    expect(create({ CHALLENGE_OPTIONAL: 'true' })).toBeNull();
  });

  it('come in pairs', () => {
    for (const half of ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY', 'TURNSTILE_SECRET_ARN']) {
      expect(() => create({ CHALLENGE_OPTIONAL: 'true', [half]: 'x' })).toThrow('are needed together');
    }
  });

  it('are verified by Cloudflare unless a setting says otherwise', () => {
    expect(readSettings([verifyChallenge], {})).toMatchObject({
      TURNSTILE_VERIFY_URL: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      TURNSTILE_SCRIPT_URL: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    });
  });
});
