import { describe, expect, it } from '@jest/globals';
import { encode } from 'uqr';
import { renderQrCode } from '../../../core/markup/qr-code.ts';

describe('a QR code', () => {
  it('is drawn as the library computed it, within an empty margin of four', () => {
    const text = 'https://anteroom.example/w/rockets?ref=abc';
    const svg = renderQrCode(text, 'Your "link"');
    const { size, data } = encode(text, { ecc: 'M', border: 0 });
    const drawn = data.map(row => row.map(() => false));
    for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
      drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
    expect(drawn).toEqual(data);
    expect(svg).toContain(`viewBox="-4 -4 ${size + 8} ${size + 8}"`);
    expect(svg).toContain('aria-label="Your &quot;link&quot;"');
  });
});
