import { parseSync } from '@swc/core';

const TESTS = new Set(['describe', 'it']);

interface Node {
  readonly type?: string;
  readonly value?: unknown;
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: Node;
  readonly arguments?: readonly { readonly expression: Node }[];
  readonly quasis?: readonly { readonly cooked?: string }[];
}

/**
 * The titles of a source's tests and groups, as written: with the `%s` of rows, and up to the first expression.
 */
export function readTitles(source: string): ReadonlySet<string> {
  const titles = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const title = titleOf(node as Node);
    if (title) titles.add(title);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(source, { syntax: 'typescript', target: 'es2024' }));
  return titles;
}

/** The first argument of `it(…)`, `describe(…)`, `it.each(…)(…)`, `it.each<…>(…)(…)`. */
function titleOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression' || !node.callee || !isTest(node.callee)) return undefined;
  const { type, value, quasis } = node.arguments?.[0]?.expression ?? {};
  const text = type === 'StringLiteral' ? String(value) : quasis?.[0]?.cooked;
  return text?.trim();
}

function isTest({ type, value, callee, object }: Node): boolean {
  if (type === 'Identifier') return TESTS.has(String(value)) || /^(describe|it)[A-Z]/.test(String(value));
  if (type === 'CallExpression' && callee?.type === 'MemberExpression') return isTest(callee);
  return type === 'MemberExpression' && object !== undefined && isTest(object);
}
