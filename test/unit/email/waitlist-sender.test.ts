import { describe, expect, it } from '@jest/globals';
import { ownSender, waitlistSender } from '../../../core/email/waitlist-sender.ts';
import { verifies } from '../../support/verifies.ts';

const FROM = 'Anteroom <hello@anteroom.test>';

/** The name that a mail program shows. */
function decode(sender: string): string {
  const [, name = ''] = /^(.+) <hello@anteroom\.test>$/s.exec(sender) ?? [];
  if (name.startsWith('"')) return name.slice(1, -1).replace(/\\(.)/g, '$1');
  return name
    .split(' ')
    .map(word => {
      expect(word.length).toBeLessThanOrEqual(75);
      const [, base64 = ''] = /^=\?UTF-8\?B\?([A-Za-z0-9+/=]+)\?=$/.exec(word) ?? [];
      return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
    })
    .join('');
}

describe('the sender of a waitlist’s email', () => {
  it.each(['Rocket Bikes', 'A "quoted" \\ name', 'Löwen & Söhne', '火箭自行车', '🚲🚀'])(
    `is %j via Anteroom${verifies('email.sender-via-anteroom')}`,
    name => {
      const sender = waitlistSender(FROM, name);
      expect(sender).toMatch(/^[ -~]+$/);
      expect(decode(sender)).toBe(`${name} via Anteroom`);
    },
  );

  it.each(['🚀'.repeat(100), 'a'.repeat(100), 'é'.repeat(100), `Z${'\u0301'.repeat(99)}`])(
    'fits into the 320 characters of SES',
    name => {
      const sender = waitlistSender(FROM, name);
      expect(sender.length).toBeLessThan(300);
      expect(decode(sender)).toMatch(/ via Anteroom$/);
    },
  );

  it('cannot add a header, another address, or a link', () => {
    const sender = waitlistSender(FROM, 'A\r\nBcc: b@evil.example\u202e <x@evil.example>, "');
    expect(sender).toMatch(/^[ -~]+$/);
    expect(decode(sender)).toBe('A Bcc: b@evil.\u200cexample <x@evil.\u200cexample>, " via Anteroom');
    expect(waitlistSender('hello@anteroom.test', '\ud800')).toMatch(/^=\?.* <hello@anteroom\.test>$/);
  });
});

describe('the sender of an account', () => {
  const email = `${'a'.repeat(64)}@${'b'.repeat(21)}.com`;

  it(`has its name and its address${verifies('senders.from')}`, () => {
    const sender = { email: 'hello@acme.com', name: 'Acme.com "Bikes"' };
    expect(ownSender(sender)).toBe('"Acme.com \\"Bikes\\"" <hello@acme.com>');
  });

  it.each(['🚀'.repeat(60), 'a'.repeat(60), 'é'.repeat(60)])('fits into the 320 characters of SES', name => {
    expect(email).toHaveLength(90);
    const sender = ownSender({ email, name });
    expect(sender.length).toBeLessThanOrEqual(320);
    expect(sender).toMatch(/^[ -~]+$/);
  });

  it('cannot add a header', () => {
    expect(ownSender({ email: 'a@acme.com', name: 'x\r\nBcc: b@acme.com' })).toBe(
      '"x Bcc: b@acme.com" <a@acme.com>',
    );
  });
});
