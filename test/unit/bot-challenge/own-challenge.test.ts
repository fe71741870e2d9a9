import { expect, it } from '@jest/globals';
import { ownChallenge } from '../../../settings/needs.ts';
import { readSettings } from '../../../settings/read-settings.ts';

it('refuses Cloudflare’s test keys unless it is told otherwise', () => {
  expect(readSettings([ownChallenge], {})).toEqual({ ALLOW_DUMMY_CHALLENGE_KEYS: false });
});
