import { describe, expect, it } from '@jest/globals';
import { EmailAddress } from '../../../core/identity/email-address.ts';
import { digestEmail } from '../../../core/identity/email-digest.ts';
import { mailboxOf } from '../../../core/identity/mailbox.ts';
import { verifies } from '../../support/verifies.ts';

const read = (email: string) => EmailAddress.safeParse(email).data ?? null;

describe('EmailAddress', () => {
  it.each([
    'ada+list@example.com',
    "o'neil@example.com",
    'a&b@example.com',
    'a/b=c@example.com',
    '100%@example.com',
    '#!*?~`{|}$^_@example.com',
    'a..b.@example.com',
    'ada@localhost',
    'ada@xn--mnchen-3ya.example',
  ])(`takes %s, as browsers do${verifies('entries.email-as-browsers')}`, email => {
    expect(read(email)).toBe(email);
  });

  it.each([
    ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@MÜNCHEN.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@例え.jp', 'ada@xn--r8jz45g.jp'],
    ['ada@ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
    ['ada@bücher。example', 'ada@xn--bcher-kva.example'],
    ['ada@exam\u00adple.com', 'ada@example.com'],
  ])(`reads %s as %s${verifies('entries.email-idn')}`, (typed, email) => {
    expect(read(typed)).toBe(email);
  });

  it.each(['\u200b', '\u00a0', '\u200e', '\u202a', '\u2069', '\u00ad', '\ufeff', '\u3000', '\r\n', '\0'])(
    `drops %j at the ends${verifies('entries.email-invisible-ends')}`,
    invisible => {
      expect(read(`${invisible} ada@example.com${invisible}${invisible}`)).toBe('ada@example.com');
    },
  );

  it.each([
    '',
    '@',
    'ada',
    'ada@',
    '@example.com',
    'ada@example.com.',
    'ada@exa mple.com',
    'ada@-example.com',
    'ada@example.com,bob@example.com',
    'ada@example.com\nbob@example.com',
    'a\u200bda@example.com',
    'ädä@example.com',
    'ada＠example.com',
    'ada@b＠example.com',
    'ada@ü b.example',
    '"ada"@example.com',
    'Ada <ada@example.com>',
    'mailto:ada@example.com',
    `ada@${'ü'.repeat(60)}.${'ü'.repeat(64)}.example`,
  ])(`refuses %j, as browsers do${verifies('entries.email-as-browsers')}`, email => {
    expect(read(email)).toBeNull();
  });

  it('counts the characters of what it reads', () => {
    const domain = `${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(58)}.example`;
    const email = `${'a'.repeat(254 - domain.length - 1)}@${domain}`;
    expect(read(`${' '.repeat(300)}${email}`)).toBe(email);
    expect(EmailAddress.safeParse(`a${email}`).error?.issues).toMatchObject([
      { message: 'must be at most 254 characters' },
    ]);
    expect(EmailAddress.safeParse('a'.repeat(1_000_000)).error?.issues).toMatchObject([
      { message: 'must be at most 254 characters' },
    ]);
  });
});

describe('digestEmail and mailboxOf', () => {
  it(`know an address however its domain is written${verifies('entries.email-idn', 'entries.email-invisible-ends')}`, () => {
    const key = Buffer.alloc(32);
    const stored = digestEmail(key, 'ada@xn--mnchen-3ya.example');
    expect(digestEmail(key, '\u200bADA@münchen.Example\u00a0')).toEqual(stored);
    expect(mailboxOf('ada+1@MÜNCHEN.example')).toBe('ada@xn--mnchen-3ya.example');
  });
});
