import { describe, expect, it } from '@jest/globals';
import { directionOf, LANGUAGES } from '../../../core/languages/language.ts';
import { en } from '../../../core/languages/texts/en/index.ts';
import { verifies } from '../../support/verifies.ts';
import { isShared, piecesOf, textsIn } from './catalog-texts.ts';
import { everyPage } from './every-page.ts';
import { readTexts } from './every-text.ts';

/** Every sentence, or part of one, that we say in English, longest first. */
const ENGLISH = [...new Set(textsIn(en).flatMap(({ text }) => piecesOf(text)))].sort(
  (a, b) => b.length - a.length,
);

const escapeForRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const PIECES = ENGLISH.map(piece => ({
  piece,
  isWord: !piece.includes(' '),
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])${escapeForRegExp(piece)}(?![\\p{L}\\p{N}])`, 'u'),
}));

/** What a text says in English. A word alone says something in several languages, unless it is all there is. */
function englishIn(text: string): string[] {
  const plain = text.replace(/\{\w+\}/g, '');
  const [only] = piecesOf(plain);
  return PIECES.filter(({ piece, isWord, pattern }) =>
    isWord ? piece === only : plain.includes(piece) && pattern.test(plain),
  ).map(({ piece }) => piece);
}

it('finds English where there is some', async () => {
  for (const [name, html] of Object.entries(await everyPage('en')))
    if (!/^(error|problem) /.test(name))
      expect([name, readTexts(html).flatMap(englishIn)]).not.toEqual([name, []]);
});

describe.each(LANGUAGES.filter(language => language !== 'en'))('every page and email in %s', language => {
  it(`says nothing in English${verifies('languages.every-page', 'languages.emails')}`, async () => {
    // Each text once, and where it was read first.
    const texts = new Map<string, string>();
    for (const [name, html] of Object.entries(await everyPage(language)))
      for (const text of readTexts(html)) if (!texts.has(text)) texts.set(text, name);
    const found = [...texts].flatMap(([text, name]) =>
      englishIn(text)
        .filter(piece => !isShared(language, piece))
        .map(piece => `${name}: “${piece}” in “${text}”`),
    );
    expect(found).toEqual([]);
  });

  it('names its language and direction', async () => {
    const direction = directionOf(language);
    for (const [name, html] of Object.entries(await everyPage(language))) {
      const [root] = /<html[^>]*>/.exec(html) ?? [];
      if (root !== undefined)
        expect([name, root]).toEqual([name, expect.stringContaining(`lang="${language}"`)]);
      if (root !== undefined && direction === 'rtl')
        expect([name, root]).toEqual([name, expect.stringContaining('dir="rtl"')]);
    }
  });
});
