// The Markdown files that comments and documents cite, compared with those of the repository: a step of `npm run check`.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './run.ts';

/** Files with comments, and documents. */
const READ = /\.(ts|tsx|mjs|css|sql|md|sh|service|yml)$/;

/** Folders that git ignores. */
const GENERATED = new Set([
  'node_modules',
  'dist',
  'data',
  'test-results',
  'playwright-report',
  'screenshots',
]);

/** The test of this check cites documents that do not exist. */
const EXAMPLES = 'scripts/cited-documents.test.ts';

/** A name such as `docs/rules.md`; a name with a placeholder (`{name}.md`, `00NN-….md`, `*.md`) cites no file. */
const DOCUMENT = /(?<![\w./{}$*…-])[\w./-]*[\w-]\.md\b/g;

/** The specifications are not in the repository: their rules have numbers in docs/rules.md. */
const SPECIFICATION = /\bspec 0\d\d\b/g;

/** The comment of a line of code; strings, such as names of test files, are not read. */
const COMMENT = /(?:(?<![:'"`])\/\/|\/\*|^\s*\*|^\s*(?:#|--)).*/;

/** Reports `file:line: cited` for every citation in `text` of a document that is not one of `held`, whose paths start at the root. */
export function unheldCitations(file: string, text: string, held: ReadonlySet<string>): string[] {
  return text.split('\n').flatMap((line, index) => {
    const prose = file.endsWith('.md') ? line : (COMMENT.exec(line)?.[0] ?? '');
    // Addresses of other sites name their own files.
    const own = prose.replace(/https?:\/\/\S+/g, '');
    const documents = (own.match(DOCUMENT) ?? []).filter(name => !isHeld(name, held));
    return [...documents, ...(own.match(SPECIFICATION) ?? [])].map(
      name =>
        `${file}:${index + 1}: ${name} is not in the repository; cite a number of docs/rules.md, a decision or a document`,
    );
  });
}

/** Whether a path from the root, from the citing file or the name alone leads to a document. */
function isHeld(name: string, held: ReadonlySet<string>): boolean {
  const end = name.replace(/^(\.{0,2}\/)+/, '');
  return held.has(end) || [...held].some(path => path.endsWith(`/${end}`));
}

/** Reads the work tree rather than git's list, so that an unpacked archive can be checked too. */
export function citedDocuments(): { hasPassed: boolean; output: string } {
  const files = globSync('{*,{apps,packages,scripts,tests,docs,deploy}/**/*}', {
    cwd: root,
    exclude: path => GENERATED.has(basename(path)),
  });
  const held = new Set(files.filter(file => file.endsWith('.md')));
  const reports = files
    .filter(file => READ.test(file) && file !== EXAMPLES)
    .flatMap(file => unheldCitations(file, readFileSync(join(root, file), 'utf8'), held));
  return { hasPassed: held.has('docs/rules.md') && reports.length === 0, output: reports.join('\n') };
}
