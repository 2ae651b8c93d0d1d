// npm run check: types, lint and format, import direction, dead code, licences, overrides, text that a translation would take
// from React, documents that comments cite and what they say of the code, dates of the machine's zone. Prints what each tool says once it has ended.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { citedDocuments } from './cited-documents.ts';
import { checkLicences } from './licences.ts';
import { capture, root } from './run.ts';

/** Guards against a configuration that matches no files and therefore reports no violations. */
const MIN_MODULES = 100;

interface Outcome {
  hasPassed: boolean;
  output: string;
}

/** TypeScript 7 takes a third of the time of 6, which remains for dependency-cruiser: 7 has no interface that it could read imports with. */
const compile = (project: string) => passes('node', 'node_modules/typescript-7/bin/tsc', '-p', project);

const steps: [name: string, check: () => Promise<Outcome>][] = [
  ['types: API, contract, scripts', () => compile('tsconfig.json')],
  ['types: web', () => compile('apps/web/tsconfig.json')],
  ['dead code', () => passes('knip')],
  ['import direction', importDirection],
  ['lint and format', () => passes('biome', 'check', '--error-on-warnings', '.')],
  ['text that a translation would take from React', () => passes('node', 'scripts/text-nodes.ts')],
  ['types: e2e', () => compile('tests/e2e/tsconfig.json')],
  ['documents that comments cite', async () => citedDocuments()],
  ['dates without the time zone of the machine', datesOfTheMachine],
  // A test, so that a failure shows what is missing where; also run here, since most changes that break it are not in its folder.
  [
    'documents against the code',
    () => passes('vitest', 'run', '--project', 'scripts', 'scripts/documents.test.ts'),
  ],
  ['licences', async () => checkLicences()],
  ['overrides that the npm of Debian 13 reads', async () => overridesOfNpm9()],
];

const waiting = [...steps];
const failed: string[] = [];
await Promise.all(Array.from({ length: availableParallelism() }, checkNext));
console.log(failed.length === 0 ? '— check passed' : `— check failed: ${failed.join('; ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Checks one step after another, as many at once as there are cores. */
async function checkNext(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const [name, check] = step;
    const { hasPassed, output } = await check();
    console.log(`— ${name}\n${output}`.trimEnd());
    if (!hasPassed) failed.push(name);
  }
}

async function passes(command: string, ...args: string[]): Promise<Outcome> {
  const { code, output } = await capture(command, args);
  return { hasPassed: code === 0, output };
}

/** Finds calls that read a date in the time zone of the machine: the site and its tests have a zone of their own, and count in UTC. */
async function datesOfTheMachine(): Promise<Outcome> {
  const method =
    /\.((get|set)(FullYear|Month|Date|Day|Hours|Minutes)|to(Date|Time)String|getTimezoneOffset)\(/;
  const files = ['*.ts', '*.tsx', '*.mjs'];
  const { code, output } = await capture('git', [
    'grep',
    '--line-number',
    '-E',
    method.source,
    '--',
    ...files,
  ]);
  return { hasPassed: code === 1 && output === '', output };
}

/** npm 9.2, which Debian 13 has, compares an override with version ranges: `npm ci` fails on an alias, an address or a reference. */
function overridesOfNpm9(): Outcome {
  const { overrides } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    overrides: Record<string, unknown>;
  };
  const isVersion = (value: unknown) => typeof value === 'string' && /^\d+\.\d+\.\d+$/.test(value);
  const unreadable = Object.entries(overrides).filter(([, value]) => !isVersion(value));
  return {
    hasPassed: unreadable.length === 0,
    output: unreadable.map(([name]) => `${name}: write a version, not an alias or an address`).join('\n'),
  };
}

interface Cruise {
  modules: { source: string }[];
  summary: { violations: { from: string; to: string; rule: { name: string } }[]; ruleSetUsed: RuleSet };
}

interface RuleSet {
  forbidden: { name: string; comment: string }[];
}

/** Checks the rules of .dependency-cruiser.mjs. Prints each violation with the rule's comment, which says where the code belongs. */
async function importDirection(): Promise<Outcome> {
  const args = [
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
    'apps',
    'packages',
    'scripts',
    'tests',
  ];
  const { output } = await capture('depcruise', args);
  const { modules, summary } = JSON.parse(output) as Cruise;
  const comments = new Map(summary.ruleSetUsed.forbidden.map(rule => [rule.name, rule.comment]));
  const lines = summary.violations.map(
    ({ from, to, rule }) => `${from} → ${to}\n  ${rule.name}: ${comments.get(rule.name)}`,
  );
  const checkedCount = modules.filter(({ source }) => /^(apps|packages|scripts|tests)\//.test(source)).length;
  lines.push(`${checkedCount} modules checked, ${lines.length} imports in the wrong direction`);
  return {
    hasPassed: summary.violations.length === 0 && checkedCount >= MIN_MODULES,
    output: lines.join('\n'),
  };
}
