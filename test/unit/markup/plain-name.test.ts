import { describe, expect, it } from '@jest/globals';
import { renderListLine } from '../../../core/email/list-line.ts';
import { renderConfirmation } from '../../../core/email-templates/confirmation-email.ts';
import { textsOf } from '../../../core/languages/texts.ts';
import { plainName, visitorName } from '../../../core/markup/plain-name.ts';

describe('a name in an email', () => {
  it.each(['Rocket Bikes', 'Acme Inc.', 'v2.0', 'Re:Zero', 'Ünïcode, Ltd. & Co'])('stays %j', name => {
    expect(plainName(name)).toBe(name);
  });

  it.each([
    'http://evil.example',
    'Sign in at evil.example/x',
    'mail me@evil.example',
    'пример.рф',
    'उदाहरणी.भारत',
    'evil。example',
    'evil．example',
    'evil｡example',
  ])('is no link for mail programs (%s)', name => {
    const shown = plainName(name);
    expect(shown).not.toMatch(/[.。．｡]\p{L}|:\/\//u);
    expect(shown.replaceAll('\u200c', '')).toBe(name);
    const { html, text } = renderConfirmation({
      to: 'ada@example.com',
      language: 'en',
      waitlistName: name,
      design: {},
      position: 1,
      pageUrl: 'https://anteroom.test/w/x',
      referralLink: 'https://anteroom.test/w/x?ref=y',
      referralBoost: null,
      statusUrl: '',
      stopUrl: '',
    });
    for (const form of [html, text]) expect(form).not.toContain(name);
  });

  it.each(['html', 'text'] as const)('stays on its line of an email (%s)', form => {
    const line = renderListLine(
      {
        language: 'en',
        waitlistName: 'A\r\n\r\nPay\u2028\u2029B\u0085C',
        pageUrl: 'https://anteroom.test/w/a',
        stopUrl: 'https://anteroom.test/u/b',
      },
      textsOf('en').emails,
    );
    expect(line[form].replace(/<[^>]*>/g, '')).toContain('“A Pay B C”');
  });

  it('reads in the direction of its characters, in subjects too', () => {
    expect(plainName('\u202emoc.lapyap\u202c \u2066x\u2069')).toBe('moc.\u200clapyap x');
    const { subject } = renderConfirmation({
      to: 'ada@example.com',
      language: 'en',
      waitlistName: '\u202eelpmaxe',
      design: {},
      position: 1,
      pageUrl: '',
      referralLink: '',
      referralBoost: null,
      statusUrl: '',
      stopUrl: '',
    });
    expect(subject).toBe('You’re on the list for elpmaxe');
  });
});

describe('a name that a visitor typed', () => {
  it.each(['Ada', 'Zoë O’Neil-Lee', 'J.R.R. Tolkien', 'Иван', '李小龍', 'محمد'])('stays %j', name => {
    expect(visitorName(` ${name} `).replaceAll('\u200c', '')).toBe(name);
  });

  it.each([
    null,
    '',
    'Call 555 0100',
    'http://evil.example',
    'me@evil.example',
    'Log in/out',
    'A\r\nB',
    'Your account is locked so please go to our bank',
    '<b>',
    '{{referralLink}}',
  ])('is empty for %j', name => {
    expect(visitorName(name)).toBe('');
  });

  it('is no link where it has the form of one', () => {
    expect(visitorName('evil.example')).toBe('evil.\u200cexample');
  });
});
