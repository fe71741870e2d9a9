import { describe, expect, it } from '@jest/globals';
import { parse } from 'acorn';
import { defaultPageCode } from '../../../core/pages/default-template.ts';
import { findPageCodeProblem } from '../../../core/waitlists/page-code.ts';

describe('The default template', () => {
  it('follows the rules of page code', () => {
    expect(findPageCodeProblem(defaultPageCode)).toBeNull();
    const { body } = parse(defaultPageCode, { ecmaVersion: 'latest', sourceType: 'script' });
    expect(body.map(statement => statement.type)).toEqual(['FunctionDeclaration']);
  });

  it('is far below the page code size limit, and loads nothing from elsewhere', () => {
    expect(defaultPageCode.length).toBeLessThan(30_000);
    expect(defaultPageCode).not.toMatch(/url\((?!#)|@import|https?:\/\//);
  });
});
