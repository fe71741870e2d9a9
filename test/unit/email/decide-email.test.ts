import { describe, expect, it } from '@jest/globals';
import { decideEmail } from '../../../core/email/decide-email.ts';

const limits = { recipientMax: 3, accountMax: 100, announcedMax: null };

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
    expect(decideEmail({ announced: 0, ...use }, limits)).toBe(verdict);
  });

  it.each([
    ['granted', { account: 60, announced: 49 }],
    ['account_limit', { account: 50, announced: 50 }],
    ['account_limit', { account: 100, announced: 0 }],
  ])('of an announcement is %s after %j', (verdict, use) => {
    const announcement = { ...limits, announcedMax: 50 };
    expect(decideEmail({ isGranted: false, recipient: 0, ...use }, announcement)).toBe(verdict);
  });
});
