import { describe, expect, it } from '@jest/globals';
import { parse } from 'acorn';
import { findPageCodeProblem } from '../../../core/page-code/page-code.ts';
import { findPageCodeWarnings } from '../../../core/page-code/page-code-warnings.ts';
import { templates } from '../../../core/page-code/templates/templates.ts';

describe.each(Object.entries(templates))('The template %s', (_, code) => {
  it('follows the rules of page code', () => {
    expect(findPageCodeProblem(code)).toBeNull();
    const { body } = parse(code, { ecmaVersion: 'latest', sourceType: 'script' });
    expect(body.map(statement => statement.type)).toEqual(['FunctionDeclaration']);
    expect(findPageCodeWarnings(code)).toEqual([]);
  });

  it('is far below the page code size limit, and loads nothing from elsewhere', () => {
    expect(code.length).toBeLessThan(30_000);
    expect(code).not.toMatch(/url\((?!#)|@import|https?:\/\//);
  });
});
