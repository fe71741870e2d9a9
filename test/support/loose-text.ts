import { relative } from 'node:path';
import ts from 'typescript';

/** Types of which React makes text. An empty string and 0 only ever stand for "nothing" in `count && <p>…</p>`. */
const TEXT =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown |
  ts.TypeFlags.TypeParameter;

const isNothing = (type: ts.Type): boolean =>
  ((type.isStringLiteral() || type.isNumberLiteral()) && !type.value) ||
  (type.flags & ts.TypeFlags.BigIntLiteral) !== 0;

const isText = (type: ts.Type): boolean =>
  type.isUnion() ? type.types.some(isText) : (type.flags & TEXT) !== 0 && !isNothing(type);

const HOST: ts.ParseConfigFileHost = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic({ messageText }) {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '));
  },
};

type Child = 'fixed text' | 'changing text' | 'function of text' | 'element' | 'comes and goes';

/** Children of JSX that render: no comments, and no indentation. */
const rendered = (children: readonly ts.JsxChild[]): ts.JsxChild[] =>
  children.filter(child =>
    ts.isJsxText(child)
      ? !child.containsOnlyTriviaWhiteSpaces
      : !ts.isJsxExpression(child) || child.expression !== undefined,
  );

function kindOf(child: ts.JsxChild, checker: ts.TypeChecker): Child {
  if (ts.isJsxText(child)) return 'fixed text';
  if (ts.isJsxExpression(child) && child.expression) {
    if (ts.isStringLiteral(child.expression)) return 'fixed text';
    const type = checker.getTypeAtLocation(child.expression);
    const [render] = type.getCallSignatures();
    if (render && isText(render.getReturnType())) return 'function of text';
    return isText(type) ? 'changing text' : 'comes and goes';
  }
  // A component decides itself whether it renders anything.
  const tag = ts.isJsxElement(child) ? child.openingElement : child;
  return 'tagName' in tag && /^[a-z]/.test(tag.tagName.getText()) ? 'element' : 'comes and goes';
}

/** The children of one element that break when a text node is replaced. */
function looseChildren(parent: ts.JsxElement | ts.JsxFragment, checker: ts.TypeChecker): ts.JsxChild[] {
  const children = rendered(parent.children);
  const kinds = children.map(child => kindOf(child, checker));
  return children.filter((_, index) => {
    const kind = kinds[index];
    if (kind === 'changing text') return children.length > 1 || ts.isJsxFragment(parent);
    if (kind === 'fixed text') return ts.isJsxFragment(parent) || kinds[index - 1] === 'comes and goes';
    return kind === 'function of text';
  });
}

/**
 * Finds text in screens that React loses when its text node is replaced, as browsers do when they translate a page. Text that is
 * alone in its element is found through the element. Any other is known by its node only, which React changes, removes, or
 * inserts others before.
 * @param config - path of the `tsconfig.json` that includes the screens
 * @returns file, line, and source of each
 */
export function findLooseText(config: string, folder: string): string[] {
  const parsed = ts.getParsedCommandLineOfConfigFile(config, {}, HOST);
  const files = (parsed?.fileNames ?? []).filter(name => name.startsWith(folder) && name.endsWith('.tsx'));
  if (files.length === 0) throw new Error(`${config} has no screens in ${folder}`);
  const program = ts.createProgram(files, parsed?.options ?? {});
  const checker = program.getTypeChecker();
  return files.flatMap(name => {
    const file = program.getSourceFile(name);
    if (!file) throw new Error(`${name} was not read`);
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isJsxElement(node) || ts.isJsxFragment(node))
        for (const child of looseChildren(node, checker)) {
          const source = child.getText(file).trim();
          const { line } = file.getLineAndCharacterOfPosition(
            child.getFullStart() + child.getFullText(file).indexOf(source),
          );
          found.push(`${relative(folder, name)}:${line + 1} ${source.replace(/\s+/g, ' ')}`);
        }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  });
}
