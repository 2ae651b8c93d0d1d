// npm run check: types, lint and format, import direction, dead code. Each says itself what is wrong and where.
import { execFileSync } from 'node:child_process';
import { root, run } from './run.ts';

const MODULES_AT_LEAST = 50;

const steps: [name: string, command: string, args: string[]][] = [
  ['types (api, contract, scripts)', 'tsc', ['-p', 'tsconfig.json']],
  ['types (web)', 'tsc', ['-p', 'apps/web/tsconfig.json']],
  ['types (e2e)', 'tsc', ['-p', 'e2e/tsconfig.json']],
  ['lint and format', 'biome', ['check', '--error-on-warnings', '.']],
  [
    'import direction',
    'depcruise',
    ['--config', '.dependency-cruiser.json', 'apps', 'packages', '--output-type', 'err-long'],
  ],
  ['dead code', 'knip', []],
];

const failed: string[] = [];
for (const [name, command, args] of steps) {
  console.log(`— ${name}`);
  if ((await run(command, args)) !== 0) failed.push(name);
}

// A checker that sees nothing finds nothing wrong.
const seen = modulesSeen();
console.log(`— import direction: ${seen} modules seen`);
if (seen < MODULES_AT_LEAST) failed.push(`import direction saw only ${seen} modules`);

console.log(failed.length === 0 ? '— check passed' : `— check failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function modulesSeen(): number {
  const args = ['--config', '.dependency-cruiser.json', 'apps', 'packages', '--output-type', 'json'];
  const output = execFileSync('depcruise', args, { cwd: root, maxBuffer: 1e9, encoding: 'utf8' });
  const { modules } = JSON.parse(output) as { modules: { source: string }[] };
  return modules.filter(module => /^(apps|packages)\//.test(module.source)).length;
}
