import { parseSync } from '@swc/core';

/** The citations in the `verifies(…)` calls of one source file. */
export interface Citations {
  readonly ids: readonly string[];
  /** The number of arguments that are not string literals, whose ids cannot be read from the source. */
  readonly unreadable: number;
}

/**
 * Reads the ids cited by `verifies('a', 'b')` from the syntax tree of a test, wherever the calls stand.
 * A mention in a comment or in a string is not a citation.
 *
 * @throws if the source is not valid TypeScript
 */
export function readCitations(source: string, tsx = false): Citations {
  const ids: string[] = [];
  let unreadable = 0;
  for (const node of nodesOf(parseSync(source, { syntax: 'typescript', tsx, target: 'es2024' }))) {
    if (!isCallOfVerifies(node)) continue;
    for (const argument of node.arguments) {
      const id = argument.spread ? undefined : literalOf(argument.expression);
      if (id === undefined) unreadable += 1;
      else ids.push(id);
    }
  }
  return { ids, unreadable };
}

interface CallOfVerifies {
  arguments: { spread?: unknown; expression: unknown }[];
}

function isCallOfVerifies(node: object): node is CallOfVerifies {
  if (!('type' in node) || node.type !== 'CallExpression' || !('callee' in node)) return false;
  const callee = node.callee as { type: string; value?: string };
  return callee.type === 'Identifier' && callee.value === 'verifies';
}

/** The text of a string literal or of a template literal without expressions. */
function literalOf(expression: unknown): string | undefined {
  const node = expression as { type: string; value?: string; quasis?: { cooked?: string }[] };
  if (node.type === 'StringLiteral') return node.value;
  if (node.type === 'TemplateLiteral' && node.quasis?.length === 1) return node.quasis[0]?.cooked;
  return undefined;
}

function* nodesOf(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return;
  yield value;
  for (const child of Object.values(value)) yield* nodesOf(child);
}
