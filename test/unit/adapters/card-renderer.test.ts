import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createCardRenderer } from '../../../adapters/takumi/card-renderer.ts';
import { readImage } from '../../../core/assets/read-image.ts';
import type { Card } from '../../../core/pages/card.ts';
import { picture } from '../../support/images.ts';

const PACKAGES = join(import.meta.dirname, '../../../node_modules');
const card: Card = { name: 'Brewline', lead: 'Coffee', brandColor: '#4f46e5', isDark: false, logo: null };
const { render } = createCardRenderer(PACKAGES);
const svg = (content: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${content}</svg>`);

describe('drawing a card', () => {
  it.each<[string, Partial<Card>]>([
    ['the longest name and tagline', { name: 'W'.repeat(100), lead: 'word '.repeat(40) }],
    ['a script that is not covered', { name: 'தமிழ்', lead: 'தமிழ்' }],
    ['Arabic', { name: 'مقهى النور', lead: 'قهوة' }],
  ])(
    'of %s gives a PNG of 1200x630',
    async (_, changed) => {
      expect(readImage(await render({ ...card, ...changed }, null))).toEqual({
        type: 'png',
        width: 1200,
        height: 630,
      });
    },
    30_000,
  );

  it.each(['small.gif', 'small.webp', 'small.svg', 'og.png', 'og.jpg'] as const)(
    'shows %s',
    async file => {
      const [bare, withLogo] = await Promise.all([render(card, null), render(card, picture(file))]);
      expect(withLogo.equals(bare)).toBe(false);
    },
    30_000,
  );

  it.each([
    [
      'crashes its reader',
      svg(`${'<g opacity=".9">'.repeat(1_000)}<path d="M0 0h9v9"/>${'</g>'.repeat(1_000)}`),
    ],
    [
      'never ends',
      svg(
        '<filter id="f"><feTurbulence baseFrequency=".9" numOctaves="100000"/></filter><path d="M0 0h99v99" filter="url(#f)"/>',
      ),
    ],
    ['is damaged', Buffer.from('\x89PNG\r\n\x1a\n and nothing else', 'latin1')],
  ])(
    'leaves out a logo that %s',
    async (_, logo) => {
      const { render: renderSoon } = createCardRenderer(PACKAGES, 5_000);
      const bare = await render(card, null);
      expect((await renderSoon(card, logo)).equals(bare)).toBe(true);
    },
    30_000,
  );
});
