import { expect, it } from '@jest/globals';
import { composeMovedUp } from '../../../core/referrals/compose-moved-up.ts';
import { verifies } from '../../support/verifies.ts';

it.each([
  ['en', '12,345 after 1,234'],
  ['de', '12.345 after 1.234'],
  ['ar', '12,345 after 1,234'],
] as const)(
  `numbers in a template are written as in %s${verifies('languages.numbers')}`,
  (language, numbers) => {
    const facts = {
      to: 'ada@example.com',
      language,
      design: {},
      waitlistName: 'Rockets',
      position: 12_345,
      movedBy: 1_234,
      pageUrl: 'https://anteroom.example/w/rockets',
      referralLink: 'https://anteroom.example/w/rockets?ref=abc',
      referralBoost: 5,
      statusUrl: 'https://anteroom.example/s/token',
      stopUrl: 'https://anteroom.example/u/token',
    };
    const says = '{{position}} after {{movedBy}}';
    const html = `<!doctype html><html><body><p>${says}</p></body></html>`;
    const email = composeMovedUp(
      facts,
      { subject: says, html, text: says },
      { name: null, description: null },
    );
    expect(email.subject).toBe(numbers);
    expect(email.html).toContain(`<p>${numbers}</p>`);
    expect(email.text).toContain(numbers);
  },
);
