import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readLicenses } from '../../../lib/build/licenses.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Licenses that require only attribution of what we use unchanged. */
const KEPT = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]);

/** Whether an SPDX expression allows a license that we comply with. Supports `OR` and `AND` without nesting. */
const isKept = (expression: string): boolean =>
  expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some(choice => choice.split(' AND ').every(license => KEPT.has(license.trim())));

describe('the license', () => {
  const licenses = readLicenses(ROOT);

  it('of every dependency is one that we can comply with', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(licenses.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    expect(licenses.filter(({ license }) => license === undefined || !isKept(license))).toEqual([]);
  });

  it('of the font is among them, and its text is with the font', () => {
    expect(licenses).toContainEqual({ name: 'Figtree', version: '2.0', license: 'OFL-1.1' });
    expect(readFileSync(join(ROOT, 'web/page/fonts/OFL.txt'), 'utf8')).toMatch(
      /Figtree.*SIL Open Font License/s,
    );
  });

  it.each([
    ['MIT', true],
    ['(MIT OR EUPL-1.1+)', true],
    ['MIT AND ISC', true],
    ['GPL-3.0-only', false],
    ['MIT AND GPL-2.0', false],
    ['SEE LICENSE IN LICENSE', false],
  ])('%s: %j', (expression, expected) => {
    expect(isKept(expression)).toBe(expected);
  });
});
