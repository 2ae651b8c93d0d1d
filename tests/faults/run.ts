// npm run faults [-- [--short | --real] name …]: fault injection against the built product. Prints one table row per scenario,
// then all results as JSON (docs/faults.md).
import { build } from '../../scripts/build.ts';
import { aborts } from './aborts.ts';
import { calendars } from './calendars.ts';
import { clock } from './clock.ts';
import { digests } from './digests.ts';
import { disk } from './disk.ts';
import { door } from './door.ts';
import { failover } from './failover.ts';
import { federation } from './federation.ts';
import { kills } from './kills.ts';
import { mail } from './mail.ts';
import { offers } from './offers.ts';
import { outage } from './outage.ts';
import { places } from './places.ts';
import { pushes } from './pushes.ts';
import type { Findings, Length, Scenario } from './scenario.ts';
import { shutdown } from './shutdown.ts';
import { webhooks } from './webhooks.ts';

const scenarios: Scenario[] = [
  ...[kills, outage, mail, disk, aborts, failover, shutdown, clock],
  ...[places, offers, digests, pushes, door, webhooks, calendars, federation],
];
const VIOLATIONS_PRINTED = 10;

const names = process.argv.slice(2).filter(name => !name.startsWith('--'));
const length: Length =
  (['short', 'real'] as const).find(each => process.argv.includes(`--${each}`)) ?? 'full';
const unknown = names.filter(name => !scenarios.some(scenario => scenario.name === name));
if (unknown.length > 0) {
  console.error(
    `Unknown scenario: ${unknown.join(', ')}. Available: ${scenarios.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}
if (!(await build())) process.exit(1);

const results: Record<string, Findings> = {};
for (const { name, fault, run } of scenarios) {
  if (names.length > 0 && !names.includes(name)) continue;
  const findings = await run(length);
  results[name] = findings;
  const { figures, violations } = findings;
  const cells = Object.entries(figures).map(([label, value]) => `${label} ${value}`);
  console.log(`| ${name} | ${fault} | ${cells.join(' · ')} | ${violations.length} |`);
  for (const violation of violations.slice(0, VIOLATIONS_PRINTED)) console.log(`  violation: ${violation}`);
}
console.log(JSON.stringify(results));
process.exit(Object.values(results).some(({ violations }) => violations.length > 0) ? 1 : 0);
