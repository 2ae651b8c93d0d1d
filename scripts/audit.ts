// npm run audit: known holes in what runs in production, and whether its licences go with AGPL-3.0-or-later.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.ts';

/**
 * Licences whose code may be part of a work under AGPL-3.0-or-later: permissive ones, weak copyleft that names the GPL
 * as secondary licence or is linked as a library, and the GPL family from version 3 on.
 */
const COMPATIBLE = new Set([
  '0BSD',
  'AGPL-3.0-or-later',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'GPL-3.0-or-later',
  'ISC',
  'LGPL-2.1-or-later',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

interface Package {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

const isSafe = hasNoVulnerability();
const isLawful = areLicencesCompatible(installed());
process.exitCode = isSafe && isLawful ? 0 : 1;

interface Audit {
  readonly metadata?: { readonly vulnerabilities: Readonly<Record<string, number>> };
}

/** Asks the registry; false on a hole of severity high or critical, and when it could not be asked. */
function hasNoVulnerability(): boolean {
  const asked = ['audit', '--omit=dev', '--json'];
  const { stdout } = spawnSync('npm', asked, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const holes = parsed(stdout).metadata?.vulnerabilities;
  if (holes === undefined) {
    console.error('The registry could not be asked for known holes: they are not known to be none.');
    return false;
  }
  console.table([holes]);
  const isBad = (holes.high ?? 0) + (holes.critical ?? 0) > 0;
  if (isBad) console.error('Which they are: npm audit --omit=dev');
  return !isBad;
}

function parsed(json: string): Audit {
  try {
    return JSON.parse(json) as Audit;
  } catch {
    return {};
  }
}

/** What the lock file names for production, each version once. */
function installed(): Package[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const all = Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true)
    .map(([path, { version = '', license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, licence: license ?? licenceOf(path) };
    });
  return [...new Map(all.map(each => [`${each.name}@${each.version}`, each])).values()];
}

/** By the package's own description, as older ones write it too. */
function licenceOf(path: string): string {
  try {
    const { license, licenses } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as {
      license?: string | { type: string };
      licenses?: { type: string }[];
    };
    if (typeof license === 'string') return license;
    return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'none named';
  } catch {
    return 'none named';
  }
}

function areLicencesCompatible(packages: Package[]): boolean {
  const byLicence = Map.groupBy(packages, ({ licence }) => licence);
  const sorted = [...byLicence].sort(([, one], [, other]) => other.length - one.length);
  console.table(
    sorted.map(([licence, of]) => ({
      licence,
      packages: of.length,
      'goes with AGPL-3.0-or-later': isCompatible(licence) ? 'yes' : 'NO',
      such: of
        .slice(0, 3)
        .map(({ name }) => name)
        .join(', '),
    })),
  );
  const bad = packages.filter(({ licence }) => !isCompatible(licence));
  for (const { name, version, licence } of bad) console.error(`${name} ${version}: ${licence}`);
  console.log(`${packages.length} packages in production, ${bad.length} whose licence does not fit`);
  return bad.length === 0 && packages.length > 0;
}

/** An SPDX expression: of alternatives (OR) one has to fit; where some hold together (AND), all that are named. */
function isCompatible(expression: string): boolean {
  const named = expression
    .replaceAll(/[()]/g, ' ')
    .split(/ (?:AND|OR) /)
    .map(licence => licence.trim());
  const isFitting = (licence: string) => COMPATIBLE.has(licence);
  return expression.includes(' AND ') ? named.every(isFitting) : named.some(isFitting);
}
