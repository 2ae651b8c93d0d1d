// npm run audit: known vulnerabilities of the production dependencies, and their licences' compatibility with AGPL-3.0-or-later.
import { spawnSync } from 'node:child_process';
import { checkLicences } from './licences.ts';
import { root } from './run.ts';

const hasPassedAudit = hasNoVulnerability();
const licences = checkLicences();
console.log(licences.output);
process.exitCode = hasPassedAudit && licences.hasPassed ? 0 : 1;

interface Audit {
  readonly metadata?: { readonly vulnerabilities: Readonly<Record<string, number>> };
}

/** Queries the registry. Returns false for a vulnerability of severity high or critical, and if the query fails. */
function hasNoVulnerability(): boolean {
  const args = ['audit', '--omit=dev', '--json'];
  const { stdout } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const vulnerabilities = parsed(stdout).metadata?.vulnerabilities;
  if (vulnerabilities === undefined) {
    console.error('The registry could not be queried for known vulnerabilities.');
    return false;
  }
  console.table([vulnerabilities]);
  const isSevere = (vulnerabilities.high ?? 0) + (vulnerabilities.critical ?? 0) > 0;
  if (isSevere) console.error('Details: npm audit --omit=dev');
  return !isSevere;
}

function parsed(json: string): Audit {
  try {
    return JSON.parse(json) as Audit;
  } catch {
    return {};
  }
}
