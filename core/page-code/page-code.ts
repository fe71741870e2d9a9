import type { ExpressionStatement, FunctionDeclaration, ModuleDeclaration, Node, Statement } from 'acorn';
import { simple } from 'acorn-walk';
import { checkPageCode, readPageCode } from './page-parser.ts';

/** The function that page code declares (specification section 2). */
export const PAGE_FUNCTION = 'GeneratedWaitlist';

interface Position {
  readonly line: number;
  readonly column: number;
}

/** acorn counts columns from 0, editors from 1. */
export const at = ({ line, column }: Position): string => ` (line ${line}, column ${column + 1})`;

const start = (node: Node): string => (node.loc ? at(node.loc.start) : '');

const isSyntaxError = (error: unknown): error is SyntaxError & { loc: Position; raisedAt: number } =>
  error instanceof SyntaxError && 'loc' in error;

function syntaxMessage(error: SyntaxError & { loc: Position; raisedAt: number }, code: string): string {
  const reason = error.message.replace(/ \(\d+:\d+\)$/, '').toLowerCase();
  // The text before the error tells JSX from any other stray "<".
  const looksLikeJsx = /[(=,?:[{>]\s*<[A-Za-z>]|return\s*<[A-Za-z>]/.test(code.slice(0, error.raisedAt + 1));
  const hint = looksLikeJsx
    ? '. JSX is not supported: use React.createElement'
    : reason.includes("'import' and 'export'")
      ? '. import and export are not supported: React is already in scope'
      : '';
  return `is not valid JavaScript: ${reason}${hint}${at(error.loc)}`;
}

function explainStatement(statement: Statement | ModuleDeclaration): string {
  const rule = `must be one plain function declaration named ${PAGE_FUNCTION}`;
  if (statement.type !== 'FunctionDeclaration') {
    return `${rule}, with nothing else at the top level: put helpers inside it${start(statement)}`;
  }
  return `${rule}; found ${describe(statement)}${start(statement)}`;
}

const describe = (declaration: FunctionDeclaration): string =>
  `${declaration.async ? 'async ' : ''}function${declaration.generator ? '*' : ''} ${declaration.id?.name ?? ''}`.trim();

function isPageFunction(statement: Statement | ModuleDeclaration | ExpressionStatement): boolean {
  return (
    statement.type === 'FunctionDeclaration' &&
    statement.id?.name === PAGE_FUNCTION &&
    !statement.async &&
    !statement.generator
  );
}

const TOO_DEEP = 'is nested too deeply';

/**
 * Maximum depth of the syntax tree. A fixed limit, because stack overflow depends on how much stack is in
 * use: accepted code must parse wherever the page is rendered.
 */
const MAX_DEPTH = 700;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

function isNestedTooDeeply(program: Node): boolean {
  const waiting: { node: Node; depth: number }[] = [{ node: program, depth: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    if (depth > MAX_DEPTH) return true;
    for (const child of Object.values(node).flat()) {
      if (isNode(child)) waiting.push({ node: child, depth: depth + 1 });
    }
  }
  return false;
}

/**
 * The first page code rule (contract section 3, `reactCode`) that the code breaks, with line and column;
 * null if none. The code is parsed, never run.
 */
export function findPageCodeProblem(code: string): string | null {
  try {
    const program = readPageCode(code);
    if (isNestedTooDeeply(program)) return TOO_DEEP;
    checkPageCode(code);
    const stray = program.body.find(statement => !isPageFunction(statement)) ?? program.body[1];
    if (stray) {
      return isPageFunction(stray)
        ? `must declare ${PAGE_FUNCTION} once${start(stray)}`
        : explainStatement(stray);
    }
    if (program.body.length === 0)
      return `must be one plain function declaration named ${PAGE_FUNCTION}; it is empty`;

    let problem: string | null = null;
    simple(program, {
      ImportExpression(node) {
        problem ??= `must not use import(): put everything inside ${PAGE_FUNCTION}${start(node)}`;
      },
    });
    return problem;
  } catch (error) {
    // Nesting that overflows the parser's stack would overflow a browser's too.
    const overflowed =
      error instanceof RangeError || (error instanceof Error && /stack space/.test(error.message));
    if (overflowed) return TOO_DEEP;
    if (isSyntaxError(error)) return syntaxMessage(error, code);
    throw error;
  }
}
