import { describe, expect, it } from '@jest/globals';
import { SignupInput } from '../../../core/signups/schemas.ts';

const read = (more: object) => SignupInput.safeParse({ email: 'ada@example.com', ...more });

describe('the form of a signup', () => {
  it.each([
    [{ email: ' \tada@example.com ' }, { email: 'ada@example.com' }],
    [{}, { name: null, referralCode: null, turnstileToken: null }],
    [{ name: ' Ada ' }, { name: 'Ada' }],
    [{ name: ' \t' }, { name: null }],
    [{ name: null }, { name: null }],
    [{ referralCode: 'k3m9' }, { referralCode: 'k3m9' }],
    [{ referralCode: 'a\0b' }, { referralCode: 'a' }],
    [{ ref: 'k3m9' }, { referralCode: 'k3m9' }],
    [{ ref: 'k3m9', referralCode: 'zz99' }, { referralCode: 'zz99' }],
    [{ ref: 'k3m9', referralCode: ' ' }, { referralCode: 'k3m9' }],
    [{ referralCode: ['k3m9'] }, { referralCode: null }],
    [{ turnstileToken: 'token' }, { turnstileToken: 'token' }],
    [{ turnstileToken: '' }, { turnstileToken: null }],
    [{ turnstileToken: ['token'] }, { turnstileToken: null }],
  ])('%j is read as %j', (sent, data) => {
    expect(read(sent)).toMatchObject({ success: true, data });
  });

  it('ignores a turnstileToken of more than 2048 characters', () => {
    expect(read({ turnstileToken: 'x'.repeat(2048) }).data?.turnstileToken).toHaveLength(2048);
    expect(read({ turnstileToken: 'x'.repeat(2049) }).data?.turnstileToken).toBeNull();
  });

  it('takes an email of 254 characters, not counting the spaces around it', () => {
    const email = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;
    expect(read({ email: ` ${email(254)} ` }).success).toBe(true);
    expect(read({ email: email(255) }).error?.issues).toMatchObject([
      { path: ['email'], message: 'must be at most 254 characters' },
    ]);
  });

  it('takes a name of 100 characters', () => {
    expect(read({ name: '🚀'.repeat(100) }).success).toBe(true);
    expect(read({ name: '🚀'.repeat(101) }).success).toBe(false);
  });
});
