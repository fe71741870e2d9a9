import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Requirement, requirements } from '../requirements.ts';
import { readCitations } from './citations.ts';

/*
 * Citations are read from the sources, so those of a suite that is skipped without Chromium (`support/chromium.ts`)
 * count too: on such a machine some rules are cited but not verified. That is acceptable, because with `CI` set those
 * suites fail instead of being skipped.
 */
const testFolder = join(import.meta.dirname, '..');
const rules: readonly Requirement[] = requirements;

/** Every cited id with the files that cite it, and the files with citations that cannot be read. */
function citationsOfAllTests() {
  const filesById = new Map<string, string[]>();
  const unreadable: string[] = [];
  for (const file of globSync(['**/*.test.{ts,tsx}', 'cdk/checks/*.ts'], { cwd: testFolder }).sort()) {
    const citations = readCitations(readFileSync(join(testFolder, file), 'utf8'), file.endsWith('.tsx'));
    if (citations.unreadable > 0) unreadable.push(file);
    for (const id of new Set(citations.ids)) filesById.set(id, [...(filesById.get(id) ?? []), file]);
  }
  return { filesById, unreadable };
}

/** Fails with one line per offender, under a sentence that says what to do. */
function expectNone(offenders: readonly string[], sentence: string): void {
  if (offenders.length > 0) throw new Error([`${offenders.length} ${sentence}`, ...offenders].join('\n  '));
}

describe('every rule of the specification and the contract', () => {
  const { filesById, unreadable } = citationsOfAllTests();
  const known = new Map(rules.map(rule => [rule.id, rule]));

  it('is cited by a test when it is built', () => {
    const uncited = rules
      .filter(rule => rule.status === 'built' && !filesById.has(rule.id))
      .map(rule => `${rule.id} (${rule.source} ${rule.section}): ${rule.text}`);
    expectNone(uncited, 'rules are marked as built but no test cites them:');
  });

  it('is not cited by a test while it is planned', () => {
    const cited = rules
      .filter(rule => rule.status === 'planned' && filesById.has(rule.id))
      .map(rule => `${rule.id} in ${filesById.get(rule.id)?.join(', ')}`);
    expectNone(cited, 'rules are cited but marked as planned; move them to a block with status built:');
  });

  it('exists where a test cites it', () => {
    const unknown = [...filesById]
      .filter(([id]) => !known.has(id))
      .map(([id, files]) => `${id} in ${files.join(', ')}`);
    expectNone(unknown, 'cited ids are in no file of test/requirements:');
  });

  it('is cited by a string literal, so that this test can read it', () => {
    expectNone(unreadable, 'test files cite ids that are not string literals in verifies(…):');
  });

  it('has a unique id', () => {
    const ids = rules.map(rule => rule.id);
    expectNone(
      [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))],
      'ids stand for two rules:',
    );
  });

  it('has a kebab-case id that starts with its area', () => {
    const odd = rules
      .map(rule => rule.id)
      .filter(id => !/^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/.test(id));
    expectNone(odd, 'ids are not of the form area.kebab-case:');
  });
});

describe('reading citations', () => {
  /** A test whose title contains `call` between `${` and `}`. */
  const titled = (call: string) => ['it(`does this$', '{', call, '}`, () => {});'].join('');
  const cases: [name: string, source: string, ids: string[], unreadable: number][] = [
    ['one in a title', titled("verifies('a.b')"), ['a.b'], 0],
    ['several over lines', titled('verifies(\n  "a.b", // why\n  `c.d`,\n)'), ['a.b', 'c.d'], 0],
    ['one beside a plain string', "it('does this' + verifies('a.b'), f);", ['a.b'], 0],
    ['none in comments and strings', "// verifies('a.b')\nconst s = \"verifies('c.d')\";", [], 0],
    ['none from other functions', "other.verifies('a.b'); verifiesNot('c.d');", [], 0],
    ['the arguments that are not literals', "it(verifies('a.' + b, ...more, id), f);", [], 3],
  ];

  it.each(cases)('finds %s', (_name, source, ids, unreadable) => {
    expect(readCitations(source)).toEqual({ ids, unreadable });
  });
});
