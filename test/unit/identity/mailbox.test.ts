import { describe, expect, it } from '@jest/globals';
import { secondsUntilTomorrow } from '../../../core/email/email-budget.ts';
import { mailboxOf } from '../../../core/identity/mailbox.ts';

describe('mailboxOf', () => {
  it.each([
    ['Ada@Example.com ', 'ada@example.com'],
    ['ada+one@example.com', 'ada@example.com'],
    ['ada+one+two@example.com', 'ada@example.com'],
    ['a.d.a+x@gmail.com', 'ada@gmail.com'],
    ['a.da@googlemail.com', 'ada@gmail.com'],
    // Elsewhere a dot tells two people apart.
    ['a.da@example.com', 'a.da@example.com'],
    ['+one@example.com', '+one@example.com'],
  ])('of %s is %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });
});

describe('secondsUntilTomorrow', () => {
  it('lasts past the next midnight UTC, by an hour at most', () => {
    const noon = Date.UTC(2026, 0, 2, 12);
    expect(secondsUntilTomorrow(noon, () => 0)).toBe(12 * 3600);
    expect(secondsUntilTomorrow(noon, () => 0.5)).toBe(12.5 * 3600);
    expect(secondsUntilTomorrow(Date.UTC(2026, 0, 2), () => 0)).toBe(24 * 3600);
    expect(secondsUntilTomorrow(Date.UTC(2026, 0, 3) - 1, () => 0)).toBe(1);
  });
});
