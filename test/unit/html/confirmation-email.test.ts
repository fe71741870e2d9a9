import { describe, expect, it } from '@jest/globals';
import { renderConfirmation } from '../../../core/html/confirmation-email.ts';
import { verifies } from '../../support/verifies.ts';

const confirmation = {
  to: 'ada@example.com',
  waitlistName: 'Rockets & <Sons>',
  position: 12_345,
  pageUrl: 'https://anteroom.example/w/rockets',
  referralLink: 'https://anteroom.example/w/rockets?ref=abc',
  referralBoost: 5,
  statusUrl: 'https://anteroom.example/s/token',
  stopUrl: 'https://anteroom.example/u/token',
};

describe('the default confirmation email', () => {
  it(`shows name, place and link in HTML and text${verifies('email.default-shows-name', 'email.default-shows-place', 'email.default-shows-referral-link')}`, () => {
    const { html, text, subject, to } = renderConfirmation(confirmation);
    expect(to).toBe('ada@example.com');
    expect(subject).toBe("You're on the list for Rockets & <Sons>");
    expect(html).toContain('Rockets &amp; &lt;Sons&gt;');
    expect(text).toContain('Rockets & <Sons>');
    for (const form of [html, text]) {
      expect(form).toContain('#12,345');
      expect(form).toContain('https://anteroom.example/w/rockets?ref=abc');
      expect(form).toContain('Move up 5 places');
    }
  });

  it('promises no places when referrals are off, and uses the singular for one place', () => {
    expect(renderConfirmation({ ...confirmation, referralBoost: null }).text).not.toMatch(/move up/i);
    expect(renderConfirmation({ ...confirmation, referralBoost: 1 }).text).toMatch(/^Move up 1 place for /m);
  });

  it('keeps the subject on one line', () => {
    const { subject } = renderConfirmation({
      ...confirmation,
      waitlistName: 'A\r\nBcc: b@example.com\u2028x',
    });
    expect(subject).toBe("You're on the list for A Bcc: b@example.com x");
  });
});
