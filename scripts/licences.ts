// The licences of the production packages, from the lock file: `npm run check` and `npm run audit` reject incompatible and missing ones.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.ts';

/**
 * Licences that are compatible with AGPL-3.0-or-later: permissive ones, weak copyleft that names the GPL as a secondary licence
 * or covers a linked library, and the GPL family from version 3 on.
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

interface LockEntry {
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

/** Lists the packages by licence. Fails if one has no licence, or one that is incompatible with AGPL-3.0-or-later. */
export function checkLicences(): { hasPassed: boolean; output: string } {
  const packages = installed();
  const byLicence = [...Map.groupBy(packages, ({ licence }) => licence)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  const counts = byLicence.map(([licence, of]) => `${licence} ${of.length}`).join(', ');
  const incompatible = packages.filter(({ licence }) => !isCompatible(licence));
  const lines = incompatible.map(({ name, version, licence }) => `${name} ${version}: ${licence}`);
  lines.push(
    `${packages.length} packages in production, ${incompatible.length} with an incompatible licence: ${counts}`,
  );
  return { hasPassed: incompatible.length === 0 && packages.length > 0, output: lines.join('\n') };
}

/** The lock file's production packages, each version once. */
function installed(): Package[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  const all = Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true)
    .map(([path, { version = '', license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, licence: license ?? licenceOf(path) };
    });
  return [...new Map(all.map(each => [`${each.name}@${each.version}`, each])).values()];
}

/** The licence from the package's package.json, in the current or the older format. */
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

/** An SPDX expression: one alternative of OR must be compatible, or every licence of AND. */
function isCompatible(expression: string): boolean {
  const licences = expression
    .replaceAll(/[()]/g, ' ')
    .split(/ (?:AND|OR) /)
    .map(licence => licence.trim());
  const isListed = (licence: string) => COMPATIBLE.has(licence);
  return expression.includes(' AND ') ? licences.every(isListed) : licences.some(isListed);
}
