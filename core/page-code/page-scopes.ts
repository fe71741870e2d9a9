import { type AnyNode, type Identifier, type MemberExpression, type Node, parse } from 'acorn';
import { simple } from 'acorn-walk';
import { analyze } from 'eslint-scope';
import globals from 'globals';
import { PARSER_OPTIONS } from './page-parser.ts';

/** A use of a name that page code does not declare. */
export interface GlobalUse {
  /** `fetch`, also for `window.fetch`. */
  readonly name: string;
  /** Whether browsers, or our runtime, define it. */
  readonly isDefined: boolean;
  readonly line: number;
  /** From 0. */
  readonly column: number;
}

/** The names that web/page/runtime.ts adds. */
const RUNTIME = ['React', 'ReactDOM', 'createRoot'];

const DEFINED: ReadonlySet<string> = new Set([
  ...Object.keys(globals.builtin),
  ...Object.keys(globals.browser),
  ...RUNTIME,
]);

/** Objects whose members are globals, or do what a global would. */
const GLOBAL_OBJECTS: ReadonlySet<string> = new Set([
  'window',
  'self',
  'globalThis',
  'navigator',
  'document',
]);

/** The property of `window.fetch` or `window['fetch']`. */
function propertyName({ property, computed }: MemberExpression): string | undefined {
  if (property.type === 'Identifier' && !computed) return property.name;
  return property.type === 'Literal' ? String(property.value) : undefined;
}

/**
 * Finds where page code uses names that it does not declare. Names that it assigns or tests with `typeof` count as
 * defined. Takes time in proportion to names times the depth of scopes.
 * @throws {SyntaxError} from acorn
 */
export function findGlobalUses(code: string): GlobalUse[] {
  const program = parse(code, { ...PARSER_OPTIONS, ranges: true });
  const scopes = analyze(program as never, { ecmaVersion: 2025, sourceType: 'script' });
  const references = scopes.globalScope?.through ?? [];
  // In a `with` statement, any name may be a property.
  const isDynamic = scopes.scopes.some(({ type }) => type === 'with');
  const nameless = new Set<unknown>();
  const defined = new Set(
    references.filter(reference => reference.isWrite()).map(({ identifier }) => identifier.name as string),
  );
  const free = new Set<unknown>(references.map(({ identifier }) => identifier));
  const uses: GlobalUse[] = [];
  const add = (name: string, node: Node, isDefined: boolean) => {
    const { line, column } = node.loc?.start ?? { line: 1, column: 0 };
    uses.push({ name, isDefined, line, column });
  };

  simple(program, {
    // In a block, a function is visible outside it too.
    FunctionDeclaration({ id }) {
      if (id) defined.add(id.name);
    },
    UnaryExpression({ operator, argument }) {
      if (operator !== 'typeof' || argument.type !== 'Identifier') return;
      defined.add(argument.name);
      nameless.add(argument);
    },
    MemberExpression(node) {
      const { object } = node;
      if (object.type !== 'Identifier' || !GLOBAL_OBJECTS.has(object.name) || !free.has(object)) return;
      const name = propertyName(node);
      if (name !== undefined) add(name, node, true);
    },
  });
  for (const { identifier } of references) {
    if (nameless.has(identifier)) continue;
    const node = identifier as unknown as AnyNode & Identifier;
    add(node.name, node, isDynamic || defined.has(node.name) || DEFINED.has(node.name));
  }
  return uses.sort((a, b) => a.line - b.line || a.column - b.column);
}
