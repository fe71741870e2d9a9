import { describe, expect, it } from '@jest/globals';
import { checkSite, toOrigin } from '../../web/dashboard/share/site-checks.ts';
import { verifies } from '../support/verifies.ts';

const nothing = {
  allowedOrigins: [],
  shareUrl: null,
  challenge: 'none',
  pageUrl: 'https://anteroom.example/w/rockets',
} as const;
const all = {
  ...nothing,
  allowedOrigins: ['https://rocket.example'],
  shareUrl: 'https://rocket.example/join',
};

describe('the check of the Share tab', () => {
  it(`names every part that is missing${verifies('dashboard.share-check')}`, () => {
    const checks = checkSite('embed', nothing);
    expect(checks.map(({ state, title }) => [state, title])).toEqual([
      ['missing', 'Add your site above'],
      ['done', 'No bot check to pass'],
      ['advice', 'Referral links lead to anteroom.example'],
    ]);
  });

  it(`finds nothing where all is set${verifies('dashboard.share-check')}`, () => {
    expect(checkSite('form', all).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  });

  it.each([
    ['embed', 'shared', 'advice', 'The bot check uses our shared keys'],
    ['embed', 'custom', 'advice', 'List rocket.example in your Turnstile widget'],
    ['form', 'shared', 'missing', 'A plain form can’t pass the bot check'],
    ['form', 'custom', 'missing', 'A plain form can’t pass the bot check'],
    ['fetch', 'custom', 'missing', 'Send a bot check token'],
  ] as const)(
    `%s with %s keys: %s, %s${verifies('dashboard.share-check')}`,
    (way, challenge, state, title) => {
      expect(checkSite(way, { ...all, challenge })[1]).toMatchObject({ state, title });
    },
  );
});

it.each([
  ['https://rocket.example', 'https://rocket.example'],
  ['  rocket.example/join?x ', 'https://rocket.example'],
  ['http://localhost:3000/', 'http://localhost:3000'],
  ['HTTPS://Rocket.Example', 'https://rocket.example'],
  ['not a site', 'not a site'],
])('the site in %j is %s', (typed, origin) => {
  expect(toOrigin(typed)).toBe(origin);
});
