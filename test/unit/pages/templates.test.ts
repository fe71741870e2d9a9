import { describe, expect, it } from '@jest/globals';
import { parse } from 'acorn';
import { TEMPLATES } from '../../../core/page-code/design.ts';
import { findPageCodeProblem } from '../../../core/page-code/page-code.ts';
import { findPageCodeWarnings } from '../../../core/page-code/page-code-warnings.ts';
import { compactTemplate, templates } from '../../../core/page-code/templates/templates.ts';

/** The syntax tree of code, whatever its spacing. */
const treeOf = (code: string): string =>
  JSON.stringify(parse(code, { ecmaVersion: 'latest' }), (key, value) => {
    if (key === 'start' || key === 'end') return undefined;
    return typeof value === 'string' ? value.replace(/\s+/g, '') : value;
  });

describe.each(TEMPLATES)('The template %s', name => {
  const code = templates[name];

  it('follows the rules of page code', () => {
    expect(findPageCodeProblem(code)).toBeNull();
    const { body } = parse(code, { ecmaVersion: 'latest', sourceType: 'script' });
    expect(body.map(statement => statement.type)).toEqual(['FunctionDeclaration']);
    expect(findPageCodeWarnings(code)).toEqual([]);
  });

  it('is far below the page code size limit, and loads nothing from elsewhere', () => {
    expect(code.length).toBeLessThan(35_000);
    expect(code).not.toMatch(/url\((?!#)|@import|https?:\/\//);
  });

  it('is the same without the blanks that visitors do not get', () => {
    const compact = compactTemplate(name, { asks: true, isClosed: true, isTranslated: true });
    expect(compact.length).toBeLessThan(0.95 * code.length);
    expect(treeOf(compact)).toBe(treeOf(code));
    expect(compactTemplate(name, { asks: false, isClosed: false, isTranslated: false })).not.toMatch(
      /#(questions|closed|end)/,
    );
  });
});
