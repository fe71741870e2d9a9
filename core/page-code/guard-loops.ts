import type { AnyNode, Function as FunctionNode, Node } from 'acorn';
import { full } from 'acorn-walk';
import { loopGuardName } from './loop-guard-name.ts';
import { readPageCode } from './page-parser.ts';

const call = `${loopGuardName}();`;

/**
 * Returns the page code with a time check in every loop and function, so that one synchronous run that does not end
 * throws (after about two seconds) instead of hanging the visitor's tab in browsers where the sandboxed frame shares
 * its process with the page.
 *
 * Functions are guarded too, since promises that chain themselves starve the event loop without any loop or stack.
 * Nothing is inserted before a directive, and no line break is added: the line numbers in error stacks stay true.
 *
 * Code that does not parse is returned as it is (the frame fails on it, and the visitor gets the default form). Code
 * that names the guard itself could only be switching it off, and is replaced by a statement that throws.
 */
export function guardLoops(code: string): string {
  let program: Node;
  try {
    program = readPageCode(code);
  } catch {
    return code;
  }
  const found = findGuardedPlaces(program);
  if (found === 'too_deep') return `throw new Error('Page code is nested too deeply');`;
  if (found === 'names_the_guard')
    return `throw new Error('Page code may not use the name ${loopGuardName}');`;
  return applyInsertions(code, found);
}

/**
 * Where to insert checks, or why the code cannot be guarded: deep nesting would overflow a tree walker's
 * stack.
 */
function findGuardedPlaces(program: Node): Insertion[] | 'too_deep' | 'names_the_guard' {
  try {
    return collectInsertions(program);
  } catch (error) {
    if (error instanceof RangeError) return 'too_deep';
    throw error;
  }
}

function collectInsertions(program: Node): Insertion[] | 'names_the_guard' {
  const insertions: Insertion[] = [];
  let namesTheGuard = false;
  full(program, anyNode => {
    const node = anyNode as AnyNode;
    switch (node.type) {
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        insertions.push(...guardLoopBody(node.body));
        break;
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        insertions.push(...guardFunctionBody(node.body));
        break;
      case 'Identifier':
        namesTheGuard ||= node.name === loopGuardName;
        break;
    }
  });
  return namesTheGuard ? 'names_the_guard' : insertions;
}

interface Insertion {
  readonly at: number;
  readonly text: string;
  /** Closing insertions go before opening ones at the same place. */
  readonly closes: boolean;
}

const opening = (at: number, text: string): Insertion => ({ at, text, closes: false });
const closing = (at: number, text: string): Insertion => ({ at, text, closes: true });

function guardLoopBody(body: AnyNode): Insertion[] {
  if (body.type === 'BlockStatement') return [opening(body.start + 1, call)];
  return [opening(body.start, `{${call}`), closing(body.end, '}')];
}

function guardFunctionBody(body: FunctionNode['body']): Insertion[] {
  if (body.type !== 'BlockStatement') {
    return [opening(body.start, `(${loopGuardName}(),`), closing(body.end, ')')];
  }
  const directives = body.body.filter(statement => 'directive' in statement && statement.directive);
  const last = directives.at(-1);
  // The leading `;` also ends a directive without a semicolon.
  return [last ? closing(last.end, `;${call}`) : opening(body.start + 1, call)];
}

function applyInsertions(code: string, insertions: readonly Insertion[]): string {
  const ordered = insertions
    .map((insertion, found) => ({ ...insertion, found }))
    // `full` visits inner nodes first: among openings the outer one, found last, must come first; among closings last.
    .sort((a, b) => a.at - b.at || Number(b.closes) - Number(a.closes) || order(a, b));
  const parts: string[] = [];
  let from = 0;
  for (const { at, text } of ordered) {
    parts.push(code.slice(from, at), text);
    from = at;
  }
  parts.push(code.slice(from));
  return parts.join('');
}

function order(a: { closes: boolean; found: number }, b: { found: number }): number {
  return a.closes ? a.found - b.found : b.found - a.found;
}
