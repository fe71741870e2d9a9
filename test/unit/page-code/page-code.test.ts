import { describe, expect, it } from '@jest/globals';
import { findPageCodeProblem } from '../../../core/page-code/page-code.ts';
import { templates } from '../../../core/page-code/templates/templates.ts';
import { verifies } from '../../support/verifies.ts';

describe('page code', () => {
  it.each([
    ['the default template', templates.door],
    [
      'a plain function',
      'function GeneratedWaitlist(props) { return React.createElement("p", null, "hi"); }',
    ],
    ['comments around it', '// mine\nfunction GeneratedWaitlist(props) { return null; }\n/* end */\n'],
    [
      '"<" as a comparison',
      'function GeneratedWaitlist(props) { for (var i = 0; i < props.n; i++) {} return null }',
    ],
  ])(`accepts %s${verifies('page-code.single-function')}`, (_, code) => {
    expect(findPageCodeProblem(code)).toBeNull();
  });

  it(`accepts helpers inside the function, of any kind${verifies('page-code.helpers-inside')}`, () => {
    const code = `function GeneratedWaitlist(props) {
      const [email, setEmail] = React.useState('');
      async function submit(event) { event.preventDefault(); await props.onSubmit({ email, name: '' }); }
      function* ids() { yield 1; }
      class Store {}
      return React.createElement('form', { onSubmit: submit });
    }`;
    expect(findPageCodeProblem(code)).toBeNull();
  });

  it.each([
    [
      verifies('page-code.single-function'),
      'function Page(props) {}',
      /named GeneratedWaitlist.*found function Page.*line 1/,
    ],
    [verifies('page-code.single-function'), '', /it is empty/],
    [verifies('page-code.plain-function'), 'async function GeneratedWaitlist() {}', /found async function/],
    [verifies('page-code.plain-function'), 'function* GeneratedWaitlist() {}', /found function\*/],
    [
      verifies('page-code.single-function'),
      'const GeneratedWaitlist = () => null',
      /nothing else at the top level.*line 1, column 1/,
    ],
    [
      verifies('page-code.no-other-top-level-statement'),
      'function GeneratedWaitlist() {}\nalert(1)',
      /line 2, column 1/,
    ],
    [
      verifies('page-code.no-other-top-level-statement'),
      '"use strict";\nfunction GeneratedWaitlist() {}',
      /line 1/,
    ],
    [
      verifies('page-code.no-other-top-level-statement'),
      'function GeneratedWaitlist() {}\nfunction GeneratedWaitlist() {}',
      /once.*line 2/,
    ],
    [
      verifies('page-code.no-jsx'),
      'function GeneratedWaitlist() {\n  return <div>hi</div>;\n}',
      /JSX is not supported.*line 2, column 10/,
    ],
    [
      verifies('page-code.no-import'),
      'import x from "y";\nfunction GeneratedWaitlist() {}',
      /import and export are not supported.*line 1/,
    ],
    [
      verifies('page-code.no-import'),
      'function GeneratedWaitlist() {\n  return import("x");\n}',
      /must not use import\(\).*line 2, column 10/,
    ],
    [verifies('page-code.no-import'), 'function GeneratedWaitlist() { return import.meta.url }', /line 1/],
    [
      verifies('page-code.no-export'),
      'export function GeneratedWaitlist() {}',
      /import and export are not supported/,
    ],
    [verifies('page-code.no-export'), 'export default function GeneratedWaitlist() {}', /import and export/],
    [
      verifies('page-code.error-names-line-and-column'),
      'function GeneratedWaitlist() {\n  var a = ;\n}',
      /not valid JavaScript.*line 2, column 11/,
    ],
  ])('refuses%s %j', (_, code, message) => {
    expect(findPageCodeProblem(code)).toMatch(message);
  });

  it('refuses nesting that would overflow the stack, and says so', () => {
    const code = `function GeneratedWaitlist() { return ${'('.repeat(60_000)}1${')'.repeat(60_000)} }`;
    expect(findPageCodeProblem(code)).toMatch(/nested too deeply/);
    expect(findPageCodeProblem(`function GeneratedWaitlist() { return ${'!'.repeat(800)}1 }`)).toMatch(
      /nested too deeply/,
    );
    expect(findPageCodeProblem(`function GeneratedWaitlist() { return ${'!'.repeat(400)}1 }`)).toBeNull();
  });
});
