import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../../../core/languages/language.ts';
import { en } from '../../../core/languages/texts/en/index.ts';
import { textsOf } from '../../../core/languages/texts.ts';
import { verifies } from '../../support/verifies.ts';
import { isPlural, isShared, piecesOf, placeholdersOf, textsIn } from './catalog-texts.ts';

const OTHERS = LANGUAGES.filter(language => language !== 'en');

/** The texts that depend on a number, by path. */
function pluralsIn(value: unknown, path = ''): [path: string, forms: Readonly<Record<string, string>>][] {
  if (isPlural(value)) return [[path, value as Readonly<Record<string, string>>]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => pluralsIn(member, `${path}.${name}`));
}

/** Whether a category is that of a single number, which its text may then spell out. */
const isOfOneNumber = (rules: Intl.PluralRules, category: string): boolean =>
  Array.from({ length: 200 }, (_, count) => rules.select(count)).filter(each => each === category).length ===
  1;

/** The structure without the categories of plurals, which differ. */
function membersOf(value: unknown): unknown {
  if (isPlural(value) || typeof value === 'string') return 'text';
  return Object.fromEntries(
    Object.entries(value as object).map(([name, member]) => [name, membersOf(member)]),
  );
}

describe.each(OTHERS)('the texts in %s', language => {
  const texts = textsOf(language);
  const rules = new Intl.PluralRules(language);
  const english = new Map(textsIn(en).map(({ path, text }) => [path, text]));
  const counted = pluralsIn(texts).map(([path]) => path.slice(1));
  const isForm = (path: string) => counted.includes(path.slice(0, path.lastIndexOf('.')));

  it(`have the members of the English ones, and the plural forms of the language${verifies('languages.catalogs')}`, () => {
    expect(membersOf(texts)).toEqual(membersOf(en));
    const categories = rules.resolvedOptions().pluralCategories.toSorted();
    for (const [path, forms] of pluralsIn(texts))
      expect([path, Object.keys(forms).toSorted()]).toEqual([path, categories]);
  });

  it('have their placeholders, and spell a number out only where a form is of that number alone', () => {
    const wrong = textsIn(texts).filter(({ path, text }) => {
      const category = path.slice(path.lastIndexOf('.') + 1);
      const plainly = english.get(path.replace(/\.\w+$/, '.other'));
      const expected = placeholdersOf((isForm(path) ? plainly : english.get(path)) ?? '');
      const found = placeholdersOf(text);
      if (found.join() === expected.join()) return false;
      // Where English has “one friend”, there is never none.
      const isSpelled = isOfOneNumber(rules, category) || english.get(path)?.includes('{count}') === false;
      return !isForm(path) || !isSpelled || found.join() !== expected.filter(name => name !== 'count').join();
    });
    expect(wrong).toEqual([]);
  });

  it('are neither empty nor English, and start and end as texts do', () => {
    for (const { path, text } of textsIn(texts)) {
      expect([path, text]).toEqual([path, text.trim()]);
      if (path !== 'emails.noName') expect([path, text]).not.toEqual([path, '']);
    }
    const copied = textsIn(texts).filter(
      ({ path, text }) => text === english.get(path) && piecesOf(text).length > 0,
    );
    expect(copied.map(({ text }) => text).filter(text => !isShared(language, text))).toEqual([]);
  });
});
