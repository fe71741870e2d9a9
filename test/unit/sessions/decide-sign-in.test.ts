import { describe, expect, it } from '@jest/globals';
import {
  decideCode,
  decideLink,
  type StoredAttempt,
  secondsUntilMessage,
} from '../../../core/sessions/decide-sign-in.ts';

const now = new Date('2026-05-02T12:00:00Z');
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
const bytes = (value: number): Buffer => Buffer.alloc(32, value);

const attempt = (changes: Partial<StoredAttempt> = {}): StoredAttempt => ({
  codeDigest: bytes(1),
  browserHash: bytes(2),
  failures: 0,
  usedAt: null,
  createdAt: ago(60),
  ...changes,
});
const right = { codeDigest: bytes(1), browserHash: bytes(2) };
const wrongCode = { ...right, codeDigest: bytes(9) };
const otherBrowser = { ...right, browserHash: bytes(9) };

describe('a code', () => {
  it.each([
    ['signs in', attempt(), right, { outcome: 'signed_in' }],
    ['signs in with the last guess', attempt({ failures: 4 }), right, { outcome: 'signed_in' }],
    [
      'signs in until ten minutes have passed',
      attempt({ createdAt: ago(599.9) }),
      right,
      { outcome: 'signed_in' },
    ],
    ['is counted when it is wrong', attempt(), wrongCode, { outcome: 'wrong', failures: 1 }],
    ['is gone after the fifth guess', attempt({ failures: 4 }), wrongCode, { outcome: 'gone', failures: 5 }],
    ['is gone after that, even if it is right', attempt({ failures: 5 }), right, { outcome: 'gone' }],
    ['is gone after ten minutes', attempt({ createdAt: ago(600) }), right, { outcome: 'gone' }],
    ['is gone after it was used', attempt({ usedAt: ago(1) }), right, { outcome: 'gone' }],
    ['is gone in another browser', attempt(), otherBrowser, { outcome: 'gone' }],
    [
      'does not count as a guess in another browser',
      attempt(),
      { ...otherBrowser, codeDigest: bytes(9) },
      { outcome: 'gone' },
    ],
  ])('%s', (_, given, shown, decision) => {
    expect(decideCode(given, shown, now)).toEqual(decision);
  });
});

describe('a link', () => {
  it.each([
    ['signs in, in any browser and after wrong codes', attempt({ failures: 5 }), 'signed_in'],
    ['is gone after ten minutes', attempt({ createdAt: ago(600) }), 'gone'],
    ['is gone after it was used', attempt({ usedAt: ago(1) }), 'gone'],
  ])('%s', (_, given, outcome) => {
    expect(decideLink(given, now)).toEqual({ outcome });
  });
});

describe('the next message to an address', () => {
  const many = (count: number, seconds: number): Date[] => Array.from({ length: count }, () => ago(seconds));

  it.each([
    ['at once if there was none', [], 0],
    ['at once after four', many(4, 1), 0],
    ['ten minutes after the first of five', [...many(4, 1), ago(100)], 500],
    ['at once when the first of five is ten minutes old', [...many(4, 1), ago(600)], 0],
    ['at once after nineteen in a day', many(19, 700), 0],
    ['a day after the first of twenty', [...many(19, 700), ago(80_000)], 6_400],
    ['after the longer of both waits', [...many(5, 0), ...many(15, 80_000)], 6_400],
    ['in whole seconds, rounded up', [...many(4, 1), ago(599.9)], 1],
  ])('can be sent %s', (_, sentAt, seconds) => {
    expect(secondsUntilMessage(sentAt, now)).toBe(seconds);
  });
});
