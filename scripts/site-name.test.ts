import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './run.ts';

const FOLDERS = ['apps/api/src/modules', 'apps/api/src/platform', 'apps/web/src', 'packages/contract/src'];

/** The files that name the default site or the program, by why. */
const ALLOWED = new RegExp(
  [
    // The defaults.
    'packages/contract/src/site(-words)?\\.ts',
    'apps/api/src/platform/site/site-text\\.ts',
    // Messages to the operator at the terminal, about the program.
    'apps/api/src/platform/database/.*',
  ].join('|'),
);

const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g;
const NAME = /\bMinga\b(?!-)|Popayán|\bCauca\b/;

it('no text names the default site: SITE_NAME and siteName stand for its name (docs/rules.md R25.1)', () => {
  const files = FOLDERS.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`),
  ).filter(file => /(?<!\.test|\.gen)\.tsx?$/.test(file) && !ALLOWED.test(file));
  const named = files.filter(file =>
    NAME.test(readFileSync(join(root, file), 'utf8').replaceAll(COMMENT, '')),
  );
  expect(named).toEqual([]);
});
