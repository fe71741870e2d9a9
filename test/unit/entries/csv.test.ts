import { describe, expect, it } from '@jest/globals';
import { csvHeader, csvQuestions, toCsvLine } from '../../../core/entries/csv.ts';
import type { EntryRecord } from '../../../core/entries/entry-store.ts';
import { verifies } from '../../support/verifies.ts';

const entry = (changes: Partial<EntryRecord> = {}): EntryRecord => ({
  id: '6f1c9a52-8f5c-4d7a-9d0e-2f8a1b0c3d4e',
  email: 'ada@example.com',
  name: null,
  position: 7,
  referralCode: 'abc',
  referralCount: 0,
  referredBy: null,
  status: 'waiting',
  answers: {},
  consents: {},
  source: { utmSource: null, utmMedium: null, utmCampaign: null, referrerHost: null },
  language: null,
  createdAt: new Date('2026-11-21T11:00:00Z'),
  ...changes,
});
const NONE = { keys: [], consents: [] };
const LINK = 'https://anteroom.example/w/tea?ref=abc';
const nameIn = (name: string): string =>
  toCsvLine(entry({ name }), LINK, NONE).slice(
    53,
    -`7,abc,0,,2026-11-21T11:00:00.000Z,${LINK},waiting,,,,,\r\n`.length - 1,
  );

describe('a line of CSV', () => {
  it('has the columns of the header, and ends as RFC 4180 says', () => {
    expect(csvHeader(NONE)).toBe(
      '\uFEFFid,email,name,position,referral_code,referral_count,referred_by,created_at,referral_link,status,utm_source,utm_medium,utm_campaign,referrer_host,language\r\n',
    );
    expect(toCsvLine(entry(), LINK, NONE)).toBe(
      `6f1c9a52-8f5c-4d7a-9d0e-2f8a1b0c3d4e,ada@example.com,,7,abc,0,,2026-11-21T11:00:00.000Z,${LINK},waiting,,,,,\r\n`,
    );
  });

  it(`has the source, the answers, and what was consented to${verifies('answers.csv-consent')}`, () => {
    const asked = { required: false, ask: 'form' } as const;
    const questions = csvQuestions(
      [
        { key: 'tools', label: 'Tools', type: 'choices', options: ['A', 'B'], ...asked },
        { key: 'terms', label: 'The terms of today', type: 'checkbox', ...asked },
      ],
      [
        { key: 'terms', isCheckbox: true },
        { key: 'old', isCheckbox: true },
        { key: 'plan', isCheckbox: false },
      ],
    );
    expect(csvHeader(questions)).toContain(
      ',referrer_host,language,answers.tools,answers.terms,answers.old,answers.plan,consent.terms,consent.terms.at,consent.old,consent.old.at\r\n',
    );
    const person = entry({
      language: 'de',
      answers: { tools: ['A', '=B'], terms: true, old: false },
      consents: { terms: { label: 'The terms, as they were', at: '2026-01-02T03:04:05.678Z' } },
      source: { utmSource: '@x', utmMedium: null, utmCampaign: null, referrerHost: 't.co' },
    });
    expect(toCsvLine(person, LINK, questions)).toContain(
      `waiting,'@x,,,t.co,de,A;' =B,true,false,,"The terms, as they were",2026-01-02T03:04:05.678Z,,\r\n`,
    );
  });

  it.each([
    ['Ada', 'Ada'],
    ['Ada, "Countess"', '"Ada, ""Countess"""'],
    ['two\nlines', '"two\nlines"'],
    ['Zoë 😀', 'Zoë 😀'],
    ["O'Brien", "O'Brien"],
  ])('keeps %j', (name, expected) => {
    expect(nameIn(name)).toBe(expected);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '=cmd|"/c calc"!A1'])(
    `lets no spreadsheet run %j${verifies('dashboard.csv-no-formula')}`,
    name => {
      expect(nameIn(name).replace(/^"/, '')).toMatch(/^'/);
    },
  );

  it.each([
    ['x;=1+1', "x;'=1+1"],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['x; -1', "x;' -1"],
    ['x\n=1', `"x\n'=1"`],
    ['a;b', 'a;b'],
    ['1-2', '1-2'],
  ])('escapes formulas after semicolons, tabs or line breaks: %j', (name, expected) => {
    expect(nameIn(name)).toBe(expected);
  });
});
