import { dirname, relative } from 'node:path';
import ts from 'typescript';
import { root } from './run.ts';

/**
 * Finds texts that a browser's translation would take out of React's hands. Chrome replaces each text node by a `<font>`; React
 * still holds the node that was replaced. It throws ("The node to be removed is not a child of this node") if it removes that node or inserts
 * an element before it, and its changes to that node are not seen. An element with a single text is safe: React sets its content.
 *
 * Reported is text with siblings that (a) depends on a condition or comes from a variable, (b) follows a sibling that may appear
 * or disappear, or (c) stands in a fragment, which React removes node by node. Each belongs in an element of its own, or in one
 * template literal with its neighbours.
 */
export function sharedTexts(program: ts.Program, isChecked: (fileName: string) => boolean): string[] {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  for (const file of program.getSourceFiles()) if (isChecked(file.fileName)) visit(file, file);
  return found;

  function visit(node: ts.Node, file: ts.SourceFile): void {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      for (const text of textsOf(node)) {
        const { line } = file.getLineAndCharacterOfPosition(text.getStart(file));
        found.push(`${relative(root, file.fileName)}:${line + 1} ${text.getText(file).trim()}`);
      }
    }
    ts.forEachChild(node, child => visit(child, file));
  }

  function textsOf(parent: ts.JsxElement | ts.JsxFragment): ts.Node[] {
    const children = parent.children.map(contentOf).filter(content => content !== null);
    if (children.length < 2 && !ts.isJsxFragment(parent)) return [];
    return children
      .filter(({ isText, isBlank, isFixed }, index) => {
        if (!isText || isBlank) return false;
        return (
          ts.isJsxFragment(parent) || !isFixed || children.slice(0, index).some(child => child.mayVanish)
        );
      })
      .map(({ node }) => node);
  }

  function contentOf(node: ts.JsxChild): Content | null {
    if (ts.isJsxText(node)) {
      if (node.containsOnlyTriviaWhiteSpaces) return null;
      return { node, isText: true, isBlank: !node.text.trim(), isFixed: true, mayVanish: false };
    }
    if (!ts.isJsxExpression(node))
      return { node, isText: false, isBlank: false, isFixed: true, mayVanish: false };
    if (node.expression === undefined) return null;
    if (ts.isStringLiteral(node.expression)) {
      return { node, isText: true, isBlank: !node.expression.text.trim(), isFixed: true, mayVanish: false };
    }
    const types = alternativesOf(checker.getTypeAtLocation(node.expression));
    // A ReactNode is what a caller hands over; its caller is checked.
    const isSlot = types.some(({ symbol }) => symbol?.name === 'ReactPortal' || symbol?.name === 'Iterable');
    return {
      node,
      isText: !isSlot && types.some(type => (type.flags & TEXT) !== 0 && !isNothing(type)),
      isBlank: false,
      isFixed: false,
      mayVanish: isSlot || types.some(type => (type.flags & TEXT) === 0 || isNothing(type)),
    };
  }
}

interface Content {
  node: ts.JsxChild;
  isText: boolean;
  isBlank: boolean;
  /** The same in each rendering. */
  isFixed: boolean;
  mayVanish: boolean;
}

const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike;

const alternativesOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

/** The '' and 0 of `text && <p>{text}</p>`. */
const isNothing = (type: ts.Type): boolean =>
  (type.isStringLiteral() && type.value === '') || (type.isNumberLiteral() && type.value === 0);

/** Prints the texts of the web app that share their element. */
function checkWebApp(): void {
  const path = `${root}apps/web/tsconfig.json`;
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(path));
  const isChecked = (name: string) => /\/apps\/web\/src\/.*(?<!\.test)\.tsx$/.test(name);
  const program = ts.createProgram(fileNames, options);
  const found = sharedTexts(program, isChecked);
  const checkedCount = program.getSourceFiles().filter(({ fileName }) => isChecked(fileName)).length;
  console.log(
    [...found, `${checkedCount} files checked, ${found.length} texts share their element`].join('\n'),
  );
  process.exitCode = found.length === 0 && checkedCount > 100 ? 0 : 1;
}

if (import.meta.main) checkWebApp();
