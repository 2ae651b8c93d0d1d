// npm run check: types, lint and format, import direction, dead code. Each tool prints its own errors.
import { execFileSync } from 'node:child_process';
import { root, run } from './run.ts';

/** Guards against a configuration that matches no files and therefore reports no violations. */
const MIN_MODULES = 100;

const steps: [name: string, check: () => Promise<boolean>][] = [
  ['types: API, contract, scripts', () => passes('tsc', '-p', 'tsconfig.json')],
  ['types: web', () => passes('tsc', '-p', 'apps/web/tsconfig.json')],
  ['types: e2e', () => passes('tsc', '-p', 'tests/e2e/tsconfig.json')],
  ['lint and format', () => passes('biome', 'check', '--error-on-warnings', '.')],
  ['import direction', importDirection],
  ['dead code', () => passes('knip')],
];

const failed: string[] = [];
for (const [name, check] of steps) {
  console.log(`— ${name}`);
  if (!(await check())) failed.push(name);
}
console.log(failed.length === 0 ? '— check passed' : `— check failed: ${failed.join('; ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function passes(command: string, ...args: string[]): Promise<boolean> {
  return (await run(command, args)) === 0;
}

interface Cruise {
  modules: { source: string }[];
  summary: { violations: { from: string; to: string; rule: { name: string } }[]; ruleSetUsed: RuleSet };
}

interface RuleSet {
  forbidden: { name: string; comment: string }[];
}

/** Checks the rules of .dependency-cruiser.json. Prints each violation with the rule's comment, which says where the code belongs. */
async function importDirection(): Promise<boolean> {
  const args = [
    '--config',
    '.dependency-cruiser.json',
    '--output-type',
    'json',
    'apps',
    'packages',
    'scripts',
    'tests',
  ];
  const output = execFileSync('depcruise', args, { cwd: root, maxBuffer: 1e9, encoding: 'utf8' });
  const { modules, summary } = JSON.parse(output) as Cruise;
  const comments = new Map(summary.ruleSetUsed.forbidden.map(rule => [rule.name, rule.comment]));
  for (const { from, to, rule } of summary.violations) {
    console.error(`${from} → ${to}\n  ${rule.name}: ${comments.get(rule.name)}`);
  }
  const checkedCount = modules.filter(({ source }) => /^(apps|packages|scripts|tests)\//.test(source)).length;
  console.log(`${checkedCount} modules checked, ${summary.violations.length} imports in the wrong direction`);
  return summary.violations.length === 0 && checkedCount >= MIN_MODULES;
}
