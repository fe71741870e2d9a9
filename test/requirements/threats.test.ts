import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readTitles } from './titles.ts';

const docs = join(import.meta.dirname, '../../docs');
const text = readFileSync(join(docs, 'security.md'), 'utf8');

/** Titles may contain brackets and parentheses, so a link is read up to its file. */
const LINK = /\[([^\n]+?)\]\((\.\.\/test\/[\w./-]+\.ts)\)/g;

const links = [...text.matchAll(LINK)].map(([, title = '', file = '']) => ({ title, file }));

describe('docs/security.md', () => {
  it.each(links)('names a test that there is: $title', ({ title, file }) => {
    const path = join(docs, file);
    expect({ file, exists: existsSync(path) }).toEqual({ file, exists: true });
    expect([...readTitles(readFileSync(path, 'utf8'))]).toContain(title);
  });

  it('names one for every threat', () => {
    // The first section lists what is protected, the others the threats.
    const [, ...sections] = text.split('\n## ').slice(1);
    const points = sections.flatMap(section =>
      section.split(/\n(?=- )/).filter(point => /^- \*\*/.test(point)),
    );
    expect(points.length).toBeGreaterThan(30);
    expect(points.filter(point => !new RegExp(LINK.source).test(point))).toEqual([]);
  });

  it('has no link to a test that could not be read', () => {
    expect(text.split('](../test/').length - 1).toBe(links.length);
  });
});

describe('reading titles', () => {
  it.each([
    ["it('does this', () => {});", ['does this']],
    ["describe('a thing', () => { it('works', f); });", ['a thing', 'works']],
    ["it.each(rows)('does %s', f);", ['does %s']],
    ["it.each<[string]>([['a', 'b']])('does %s', f);", ['does %s']],
    [['it(`does this$', '{', 'verifies()', '}`, f);'].join(''), ['does this']],
    ["describeWithMysql('a MySQL', f);", ['a MySQL']],
    ["// it('is a comment', f);\nsplit('x'); commit('y'); it(name, f);", []],
  ])('of %s', (source, titles) => {
    expect([...readTitles(source)]).toEqual(titles);
  });
});
