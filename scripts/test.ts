// npm test: runs every check and test. The last line is 'N passed, N failed'; the checks count as one.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.ts';

interface Count {
  passed: number;
  failed: number;
}

/** The fields that are read from the report of vitest's reporter 'json'. */
interface UnitReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** The fields that are read from the report of Playwright's reporter 'json'. */
interface BrowserReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: Suite[];
}

interface Suite {
  suites?: Suite[];
  specs: {
    title: string;
    file: string;
    ok: boolean;
    tests: { results: { errors: { message?: string }[] }[] }[];
  }[];
}

const folder = await mkdtemp(join(tmpdir(), 'minga-test-'));
const failures: string[] = [];
const counts = [await check(), await unit(), await e2e()];
await rm(folder, { recursive: true, force: true });

const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
// Repeated at the end, where truncated logs still show them.
for (const failure of failures) console.log(`${failure}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

async function check(): Promise<Count> {
  const code = await run('node', ['scripts/check.ts']);
  if (code === 0) return { passed: 1, failed: 0 };
  failures.push('scripts/check.ts');
  return { passed: 0, failed: 1 };
}

async function unit(): Promise<Count> {
  const report = join(folder, 'unit.json');
  const code = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const { numPassedTests, numFailedTests, testResults } = await readReport<UnitReport>(report, {
    numPassedTests: 0,
    numFailedTests: 0,
    testResults: [],
  });
  for (const { name, message, assertionResults } of testResults) {
    if (message !== '') failures.push(`${name}\n${message}`);
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === 'failed') failures.push(`${name} › ${fullName}\n${failureMessages.join('\n')}`);
    }
  }
  return { passed: numPassedTests, failed: atLeastOneIf(code !== 0, numFailedTests) };
}

async function e2e(): Promise<Count> {
  const report = join(folder, 'e2e.json');
  const code = await run('node', ['scripts/test-e2e.ts'], { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  const { stats, suites } = await readReport<BrowserReport>(report, {
    stats: { expected: 0, unexpected: 0, flaky: 0 },
    suites: [],
  });
  for (const { title, file, tests } of suites.flatMap(specs).filter(({ ok }) => !ok)) {
    const errors = tests.flatMap(({ results }) => results.flatMap(result => result.errors));
    failures.push(`${file} › ${title}\n${errors.map(({ message }) => message).join('\n')}`);
  }
  return { passed: stats.expected, failed: atLeastOneIf(code !== 0, stats.unexpected + stats.flaky) };
}

function specs(suite: Suite): Suite['specs'] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specs)];
}

async function readReport<T>(path: string, missing: T): Promise<T> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch {
    return missing;
  }
}

/** A run that crashed before it counted anything has failed as well. */
function atLeastOneIf(hasFailed: boolean, count: number): number {
  return hasFailed ? Math.max(1, count) : count;
}
