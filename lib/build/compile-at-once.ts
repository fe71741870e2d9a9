import { parse } from 'acorn';

/**
 * Puts parentheses around the functions that a module hands to the calls that set up its variables: the bodies of bundled
 * CommonJS modules, and what initialises the classes of zod. V8 takes a function in parentheses for one that is called right
 * away, and compiles it as it comes to it; any other it reads twice, first for where it ends, and then to compile it. Most of
 * these are called while the module loads.
 * @param code a module
 * @param sourceType how it is loaded
 * @returns the same module
 * @see https://v8.dev/blog/preparser#pife
 */
export function compileAtOnce(code: string, sourceType: 'module' | 'commonjs'): string {
  const { body } = parse(code, { ecmaVersion: 'latest', sourceType });
  const calls = body
    .filter(statement => statement.type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations.map(({ init }) => init))
    .filter(init => init?.type === 'CallExpression');
  const functions = calls
    .flatMap(call => call.arguments)
    .filter(({ type }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression');
  let end = 0;
  const parts = functions.flatMap(each => {
    const before = code.slice(end, each.start);
    end = each.end;
    return [before, '(', code.slice(each.start, each.end), ')'];
  });
  return [...parts, code.slice(end)].join('');
}
