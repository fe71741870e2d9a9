import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { linkToken, readLinkToken } from '../../../core/identity/link-token.ts';

const KEY = Buffer.alloc(32, 7);

describe('the token of a link', () => {
  const id = randomUUID();
  const token = linkToken(KEY, 'stop', id);

  it('holds the entry id and 16 bytes of a keyed digest, and is the same each time', () => {
    const bytes = Buffer.from(token, 'base64url');
    expect(bytes).toHaveLength(32);
    expect(bytes.subarray(0, 16).toString('hex')).toBe(id.replaceAll('-', ''));
    expect(linkToken(KEY, 'stop', id)).toBe(token);
    expect(readLinkToken(KEY, 'stop', token)).toBe(id);
  });

  it('works with its own key only, and with no character changed', () => {
    expect(readLinkToken(Buffer.alloc(32, 8), 'stop', token)).toBeNull();
    for (let index = 0; index < token.length; index++) {
      for (const character of ['A', 'b', '9', '_']) {
        const changed = token.slice(0, index) + character + token.slice(index + 1);
        if (changed !== token) expect(readLinkToken(KEY, 'stop', changed)).toBeNull();
      }
    }
  });

  it('has one spelling, although the last two bits of its text mean nothing', () => {
    const bytes = Buffer.from(token, 'base64url');
    const spellings = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .map(last => token.slice(0, -1) + last)
      .filter(text => Buffer.from(text, 'base64url').equals(bytes));
    expect(spellings).toHaveLength(4);
    expect(spellings.filter(text => readLinkToken(KEY, 'stop', text) !== null)).toEqual([token]);
  });

  it.each(['', 'sample', `${token}A`, token.slice(1), `${token.slice(0, -1)}=`, '%00'.repeat(15)])(
    'is not %j',
    text => {
      expect(readLinkToken(KEY, 'stop', text)).toBeNull();
    },
  );
});
