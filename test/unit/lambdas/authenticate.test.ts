import { describe, expect, it } from '@jest/globals';
import { generateApiKey } from '../../../core/account/api-key.ts';
import type { Authenticator } from '../../../core/account/authenticator.ts';
import type { ApiRequest } from '../../../lambdas/middleware/api-request.ts';
import { authenticate } from '../../../lambdas/middleware/authenticate.ts';
import { verifies } from '../../support/verifies.ts';

const request = (key: string): ApiRequest =>
  ({
    event: { headers: { authorization: `Bearer ${key}` } },
    context: { state: {} },
  }) as unknown as ApiRequest;

describe('authenticate', () => {
  it(`does not query the database for malformed keys${verifies('keys.crc-checked-without-database')}`, async () => {
    let asked = 0;
    const authenticator: Authenticator = {
      authenticate: async () => {
        asked++;
        return null;
      },
    };
    const check = authenticate(authenticator).before;
    const key = generateApiKey();
    const mistyped = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    await expect(check?.(request(mistyped))).rejects.toThrow('malformed');
    expect(asked).toBe(0);
    await expect(check?.(request(key))).rejects.toThrow('does not exist');
    expect(asked).toBe(1);
  });
});
