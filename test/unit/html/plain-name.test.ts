import { describe, expect, it } from '@jest/globals';
import { renderConfirmation } from '../../../core/html/confirmation-email.ts';
import { plainName } from '../../../core/html/plain-name.ts';

describe('a name in an email', () => {
  it.each(['Rocket Bikes', 'Acme Inc.', 'v2.0', 'Re:Zero', 'Ünïcode, Ltd. & Co'])('stays %j', name => {
    expect(plainName(name)).toBe(name);
  });

  it.each(['http://evil.example', 'Sign in at evil.example/x', 'mail me@evil.example', 'пример.рф'])(
    'is no link for mail programs (%s)',
    name => {
      const shown = plainName(name);
      expect(shown).not.toMatch(/\p{L}\.\p{L}|:\/\//u);
      expect(shown.replaceAll('\u200c', '')).toBe(name);
      const { html, text } = renderConfirmation({
        to: 'ada@example.com',
        waitlistName: name,
        position: 1,
        pageUrl: 'https://anteroom.test/w/x',
        referralLink: 'https://anteroom.test/w/x?ref=y',
        referralBoost: null,
      });
      for (const form of [html, text]) expect(form).not.toContain(name);
    },
  );

  it('reads in the direction of its characters, in subjects too', () => {
    expect(plainName('\u202emoc.lapyap\u202c \u2066x\u2069')).toBe('moc.\u200clapyap x');
    const { subject } = renderConfirmation({
      to: 'ada@example.com',
      waitlistName: '\u202eelpmaxe',
      position: 1,
      pageUrl: '',
      referralLink: '',
      referralBoost: null,
    });
    expect(subject).toBe("You're on the list for elpmaxe");
  });
});
