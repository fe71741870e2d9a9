import { expect, it } from '@jest/globals';
import { LANGUAGES } from '../../../core/languages/language.ts';
import { textsOf } from '../../../core/languages/texts.ts';
import { buildEmbed } from '../../../lib/build/embed-asset.ts';
import { buildPageAssets } from '../../../lib/build/web-assets.ts';
import { verifies } from '../../support/verifies.ts';

/** Every sentence in it, wherever it is. Single words may be names of something else. */
function sentencesOf(texts: unknown): string[] {
  if (typeof texts === 'string') return texts.length > 12 ? [texts.replace(/\{.*/s, '')] : [];
  return Object.values(texts as object).flatMap(sentencesOf);
}

it(`no script of visitors holds a text of the catalogs${verifies('languages.page-data')}`, async () => {
  const { files, manifest } = await buildPageAssets();
  // Our own site is in English.
  files.delete(manifest.homeJs);
  const scripts = [...files.values(), await buildEmbed()]
    .filter(({ contentType }) => /javascript|html/.test(contentType))
    .map(({ body }) => body.toString());
  expect(scripts.length).toBeGreaterThan(3);
  for (const language of LANGUAGES) {
    const { form, challenge, answer, door, template, countdown, leaderboard, embed, place } =
      textsOf(language);
    const sentences = sentencesOf([
      form,
      challenge,
      answer,
      door,
      template,
      countdown,
      leaderboard,
      embed,
      place,
    ]).filter(sentence => sentence.length > 12);
    expect(sentences.length).toBeGreaterThan(language === 'ja' ? 10 : 40);
    for (const script of scripts) expect(sentences.filter(sentence => script.includes(sentence))).toEqual([]);
  }
});
