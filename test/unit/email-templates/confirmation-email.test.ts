import { describe, expect, it } from '@jest/globals';
import { renderConfirmation } from '../../../core/email-templates/confirmation-email.ts';
import type { StoredDesign } from '../../../core/page-code/design.ts';
import { renderPlaceLinkEmail } from '../../../core/place-pages/place-link-email.ts';
import { renderMovedUpEmail } from '../../../core/referrals/moved-up-email.ts';
import { verifies } from '../../support/verifies.ts';

const confirmation = {
  to: 'ada@example.com',
  language: 'en' as const,
  design: {},
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
    expect(subject).toBe('You’re on the list for Rockets & <Sons>');
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

  it.each(['Rockets', 'Rockets!'])('ends the first sentence of its text once (%s)', waitlistName => {
    const [first] = renderConfirmation({ ...confirmation, waitlistName }).text.split('\n');
    expect(first).toBe(`You’re on the list for Rockets${waitlistName.at(-1) === '!' ? '!' : '.'}`);
  });

  it('says why each email was sent', () => {
    const signedUp = 'because someone signed up with this address at https://anteroom.example/w/rockets.';
    expect(renderConfirmation(confirmation).text).toContain(
      `${signedUp} If that wasn’t you, you can ignore this email.`,
    );
    expect(renderMovedUpEmail({ ...confirmation, movedBy: 1 }).text).toContain(
      `${signedUp} We send at most one update a day.`,
    );
    expect(renderPlaceLinkEmail(confirmation).text).toContain('because someone asked for it at https://');
  });

  it('keeps the subject on one line', () => {
    const { subject } = renderConfirmation({
      ...confirmation,
      waitlistName: 'A\r\nBcc: b@example.com\u2028x',
    });
    expect(subject).toBe('You’re on the list for A Bcc: b@example.com x');
  });

  describe(`the look of the waitlist${verifies('email.brand')}`, () => {
    const look = (design: StoredDesign) => renderConfirmation({ ...confirmation, design }).html;
    const button = (html: string) => /<a class="button"[^>]*style="([^"]*)"/.exec(html)?.[1];

    it.each([
      ['#ff5a1f', '#000000'],
      ['#1a2b8c', '#ffffff'],
    ])('is the exact brand color, with text that reads on it, in light and dark (%s)', (brandColor, text) => {
      const html = look({ brandColor });
      expect(button(html)).toContain(`background:${brandColor};color:${text};`);
      expect(html).toContain(`.button { background: ${brandColor} !important; color: ${text} !important; }`);
      expect(html).toContain(`<td class="pad" bgcolor="${brandColor}"`);
      expect(html).toContain(`letter-spacing:-2px;color:${text}"`);
    });

    it.each(['#ffffff', '#000000'])('gives a button an edge on a card of its color (%s)', brandColor => {
      const edge = /border:1px solid (#[0-9a-f]{6})/.exec(button(look({ brandColor })) ?? '')?.[1];
      expect([edge, edge?.length]).toEqual([brandColor === '#ffffff' ? '#bfbfbf' : '#404040', 7]);
    });

    it('is its logo, which stays on white, or on dark where the page is always dark', () => {
      const logoUrl = 'https://example.com/a.png?b&c';
      expect(look({ logoUrl })).toMatch(
        /bgcolor="#ffffff"[^>]*><img src="https:\/\/example.com\/a.png\?b&amp;c" alt=""/,
      );
      expect(look({ logoUrl, appearance: 'dark' })).toMatch(/bgcolor="#151e1b"[^>]*><img /);
    });

    it('leaves out a logo that mail programs do not show', () => {
      expect(look({ logoUrl: 'https://example.com/logo.SVG?v=2' })).not.toContain('<img');
      expect(look({})).not.toContain('<img');
    });
  });
});
