import { describe, expect, it } from '@jest/globals';
import { suggestEmail } from '../../../web/page/suggest-email.ts';
import { verifies } from '../../support/verifies.ts';

describe(`the address that somebody meant${verifies('signups.suggestion')}`, () => {
  it.each([
    ['gmial.com', 'gmail.com'],
    ['gmai.com', 'gmail.com'],
    ['gmaill.com', 'gmail.com'],
    ['gnail.com', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['gmial.con', 'gmail.com'],
    ['gmailcom', 'gmail.com'],
    ['gmail', 'gmail.com'],
    ['GMIAL.com', 'gmail.com'],
    ['hotmal.com', 'hotmail.com'],
    ['yaho.com', 'yahoo.com'],
    ['outlok.com', 'outlook.com'],
    ['iclould.com', 'icloud.com'],
    ['oragne.fr', 'orange.fr'],
    ['acme.con', 'acme.com'],
  ])('for %s is at %s', (typed, meant) => {
    expect(suggestEmail(`Lena+1@${typed}`)).toBe(`Lena+1@${meant}`);
  });

  it.each([
    'gmail.com',
    'GMAIL.COM',
    'mail.com',
    'ymail.com',
    'email.com',
    'me.com',
    'aol.com',
    'aon.com',
    'live.com',
    'gmx.de',
    'gmx.net',
    'web.de',
    'yahoo.fr',
    'yahoo.de',
    'yahoo.ca',
    'yahoo.com.br',
    'yahoo.co.jp',
    'hotmail.fr',
    'hotmail.it',
    'outlook.de',
    'proton.me',
    'pm.me',
    'qq.com',
    '163.com',
    'acme.co',
    'acme.comms.example',
    'orange.hr',
    'yandex.com',
    'mailbox.org',
    'posteo.de',
    '',
  ])('is the one typed for %s', domain => {
    expect(suggestEmail(`lena@${domain}`)).toBeNull();
  });

  it('is nothing without a name and a domain', () => {
    for (const typed of ['', 'gmial.com', '@gmial.com', 'lena']) expect(suggestEmail(typed)).toBeNull();
  });
});
