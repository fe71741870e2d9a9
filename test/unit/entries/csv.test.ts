import { describe, expect, it } from '@jest/globals';
import { CSV_HEADER, toCsvLine } from '../../../core/entries/csv.ts';
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
  createdAt: new Date('2026-11-21T11:00:00Z'),
  ...changes,
});
const LINK = 'https://anteroom.example/w/tea?ref=abc';
const nameIn = (name: string): string =>
  toCsvLine(entry({ name }), LINK).slice(
    53,
    -`7,abc,0,,2026-11-21T11:00:00.000Z,${LINK},waiting\r\n`.length - 1,
  );

describe('a line of CSV', () => {
  it('has the columns of the header, and ends as RFC 4180 says', () => {
    expect(CSV_HEADER).toBe(
      '\uFEFFid,email,name,position,referral_code,referral_count,referred_by,created_at,referral_link,status\r\n',
    );
    expect(toCsvLine(entry(), LINK)).toBe(
      `6f1c9a52-8f5c-4d7a-9d0e-2f8a1b0c3d4e,ada@example.com,,7,abc,0,,2026-11-21T11:00:00.000Z,${LINK},waiting\r\n`,
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
