import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { digestEmail, normalizeEmail } from '../../../core/identity/email-digest.ts';

const KEY = Buffer.from('0123456789abcdef0123456789abcdef');

describe('digestEmail', () => {
  it('is the HMAC-SHA-256 of the normalized email', () => {
    const expected = createHmac('sha256', KEY).update('ada@example.com').digest();
    expect(digestEmail(KEY, ' Ada@Example.COM\n')).toEqual(expected);
    expect(expected).toHaveLength(32);
  });

  it('differs for other emails and other keys', () => {
    const one = digestEmail(KEY, 'ada@example.com');
    expect(digestEmail(KEY, 'ada+1@example.com')).not.toEqual(one);
    expect(digestEmail(Buffer.alloc(32), 'ada@example.com')).not.toEqual(one);
  });
});

describe('normalizeEmail', () => {
  it('ignores case and surrounding blanks, and nothing else', () => {
    expect(normalizeEmail('\t Ä.B+tag@Example.com ')).toBe('ä.b+tag@example.com');
  });
});
