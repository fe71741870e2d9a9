import { describe, expect, it } from '@jest/globals';
import { decideEmail } from '../../../core/email/decide-email.ts';

const limits = { recipientMax: 3, accountMax: 100 };

describe('an email', () => {
  it.each([
    ['granted', { isGranted: false, recipient: 0, account: 0 }],
    ['granted', { isGranted: false, recipient: 2, account: 99 }],
    ['recipient_limit', { isGranted: false, recipient: 3, account: 0 }],
    ['account_limit', { isGranted: false, recipient: 0, account: 100 }],
    // It is not sent later either, so this is the important case.
    ['recipient_limit', { isGranted: false, recipient: 3, account: 100 }],
    // A repeat after a failure.
    ['granted', { isGranted: true, recipient: 3, account: 100 }],
  ])('is %s after %j', (verdict, use) => {
    expect(decideEmail(use, limits)).toBe(verdict);
  });
});
