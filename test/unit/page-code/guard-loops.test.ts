import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { guardLoops } from '../../../core/page-code/guard-loops.ts';
import { loopGuardName } from '../../../core/page-code/loop-guard-name.ts';
import { templates } from '../../../core/page-code/templates/templates.ts';

/** Runs guarded code with a guard that allows `limit` calls. */
function run(code: string, limit = 10_000): unknown {
  let calls = 0;
  const guard = () => {
    calls += 1;
    if (calls > limit) throw new Error('stopped');
  };
  return new Function(loopGuardName, `${guardLoops(code)}\nreturn GeneratedWaitlist();`)(guard);
}

const page = (body: string) => `function GeneratedWaitlist() { ${body} }`;

describe('guardLoops', () => {
  it.each([
    'while (true);',
    'while (true) {}',
    'for (;;);',
    'for (;;) { continue; }',
    'do ; while (true)',
    'do { } while (true);',
    'outer: while (true) { while (true) continue outer; }',
    'for (;;) for (;;) if (1) continue;',
    'if (1) while (true); else for (;;);',
    'switch (1) { case 1: for (;;); }',
    'const f = () => { while (1); }; f();',
    'const f = x => g(x); const g = x => { for (;;) x++; }; f(1);',
    'for (const x of (function* () { while (true) yield 1; })()) x;',
    'for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) });',
    'class A { static m() { while (true); } get x() { for (;;); } } new A().x;',
    'try { while (true); } catch (error) { throw error; }',
    '"use strict"; while (true);',
    'const o = { f() { for (;;); } }; o.f();',
    'for (var i = 0; (() => true)(); ) ;',
  ])('stops %s', body => {
    expect(() => run(page(body))).toThrow('stopped');
  });

  it.each([
    ['let n = 0; for (let i = 0; i < 5; i++) n += i; return n;', 10],
    ['let n = 0; for (const x of [1, 2, 3]) if (x > 1) n += x; else n -= x; return n;', 4],
    ['let s = ""; for (const k in { a: 1, b: 2 }) s += k; return s;', 'ab'],
    ['let n = 0; do n++; while (n < 3) return n;', 3],
    ['let n = 0; a: for (;;) { for (;;) { if (++n > 3) break a; continue a; } } return n;', 4],
    ['return [1, 2, 3].map(x => x * 2).reduce((a, b) => a + b);', 12],
    ['return (a => b => c => a + b + c)(1)(2)(3);', 6],
    ['return (() => ({ a: 1 }))().a;', 1],
    ['return (x => (x, 2))(1);', 2],
    ['return (() => /* a */ (1) /* b */)();', 1],
    ['return (x => x ? y => y : null)(1)(7);', 7],
    ['"use strict"; return this === undefined;', true],
    ["'use strict' \n return (function () { 'use strict'; return this; })() === undefined;", true],
    ['function f() { "use strict" } return f();', undefined],
    [
      'class A { constructor() { this.a = 1; } } class B extends A { constructor() { super(); } } return new B().a;',
      1,
    ],
    ['function* g() { let i = 0; while (i < 3) yield i++; } return [...g()].join();', '0,1,2'],
    ['for (var i = 0, f = () => i; f() < 3; i++) ; return i;', 3],
    ['while (false) while (true) x => y; return 1;', 1],
    ['return typeof (async () => await 1)().then;', 'function'],
    ['const { a = () => 5 } = {}; return a();', 5],
    ['return ((a, b = () => a) => b())(4);', 4],
  ])('does not change what %s does', (body, expected) => {
    expect(run(page(body))).toEqual(expected);
  });

  it('adds no line breaks, so error stacks stay accurate', () => {
    const guarded = guardLoops(templates.door);
    const lines = templates.door.split('\n');
    expect(guarded.split('\n')).toHaveLength(lines.length);
    const inserted = new RegExp(`\\{?\\(?${loopGuardName}\\(\\)[;,]`, 'g');
    expect(guarded.replace(inserted, '').length).toBeGreaterThanOrEqual(templates.door.length - lines.length);
  });

  it('leaves code that does not parse alone, and refuses code that names the guard', () => {
    expect(guardLoops('function (')).toBe('function (');
    for (const body of [
      `var ${loopGuardName} = () => {};`,
      `function ${loopGuardName}() {}`,
      `${loopGuardName} = 1;`,
      `const { ${loopGuardName} } = {};`,
      '\\u005f_anteroomLoop();',
      `(${loopGuardName} => 1)();`,
      `class ${loopGuardName} {}`,
      `try {} catch (${loopGuardName}) {}`,
    ]) {
      expect(() => run(page(body))).toThrow('may not use the name');
    }
  });

  /** Programs of nested statements that count up and always end. */
  const statement = fc.letrec<{ statement: string; block: string }>(tie => ({
    block: fc.array(tie('statement'), { maxLength: 3 }).map(list => `{ ${list.join(' ')} }`),
    statement: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(
        'n++;',
        'n += 2;',
        ';',
        'if (n > 5) n--; else n++;',
        'n += [1, 2].map(x => x + n % 3).length;',
      ),
      fc.constantFrom(
        'n += (() => ({ a: 2 }))().a;',
        'n += (x => y => (x, y))(1)(2);',
        '(async () => n++)();',
      ),
      tie('block'),
      fc.tuple(fc.boolean(), tie('statement')).map(([_, inner]) => `for (let i = 0; i < 2; i++) ${inner}`),
      tie('statement').map(inner => `for (const x of [1, 2]) ${inner}`),
      tie('statement').map(inner => `for (const x in { a: 1 }) ${inner}`),
      tie('statement').map(inner => `{ let w = 0; while (w++ < 2) ${inner} }`),
      tie('statement').map(inner => `{ let w = 0; do ${inner} while (w++ < 1); }`),
      tie('block').map(
        inner => `(() => { l: for (const x of [1, 2]) { if (n % 2) continue l; ${inner} } })();`,
      ),
      tie('block').map(inner => `(function () { 'use strict'; ${inner} })();`),
      tie('statement').map(inner => `if (n % 2) ${inner} else n++;`),
    ),
  })).statement;

  it('never changes what a program does', () => {
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 4 }), statements => {
        const code = page(`let n = 0; ${statements.join(' ')} return n;`);
        expect(run(code, Number.POSITIVE_INFINITY)).toBe(
          new Function(`${code}\nreturn GeneratedWaitlist();`)(),
        );
      }),
      { numRuns: 300 },
    );
  });
});
