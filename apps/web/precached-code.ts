import type { Manifest } from 'vite';
import { weigh } from './budget.ts';

/** Files that the service worker caches together. */
export interface CodeSet {
  readonly name: string;
  readonly files: readonly string[];
}

interface Plan {
  readonly name: string;
  readonly modules: readonly string[];
  /** Modules that are loaded on demand from these and are left to another set, or to their first use. */
  readonly without?: readonly string[];
  /** The limits of what the set adds to those before it: chunks, and their bytes, gzipped. */
  readonly max: { readonly chunks: number; readonly bytes: number };
}

const screen = (name: string) => `src/app/routes/_shell${name}.tsx?tsr-split=component`;

/** Parts of public screens that visitors do not see. */
const MEMBERS_ONLY = [
  'src/app/own-strip.tsx',
  'src/features/door/arrivals.ts',
  'src/features/accounts/ask-identity.tsx',
  'src/features/activities/activity/hidden-notice.tsx',
  'src/features/memory/memory-dialog.tsx',
  'src/features/notifications/notification-panel.tsx',
];

/** Parts of the page behind the code of a place, which are cached when it is opened. */
const AT_PLACE = [
  'src/app/place-page.tsx',
  'src/features/attendance/self/remembered-place.tsx',
  'src/features/attendance/self/self-arrival.ts',
];

/** Parts that do nothing without the server. */
const NEEDS_SERVER = [
  'src/components/form/strength-meter.tsx',
  'src/components/form/weave-dialog.tsx',
  'src/components/map/map-engine.ts',
  'src/components/map/point-picker.tsx',
  'src/features/accounts/profile/new-codes-dialog.tsx',
  'src/features/activities/activity/picture-dialog.tsx',
  'src/features/administration/superadmin/ground-command.tsx',
  'src/features/activities/activity/what-next.tsx',
  'src/features/accounts/profile/set-up-dialog.tsx',
  'src/features/accounts/recovery-dialog.tsx',
  'src/features/accounts/profile/calendar-panel.tsx',
  'src/features/accounts/profile/tokens-panel.tsx',
  'src/features/accounts/passkey-ceremony.ts',
  'src/features/activities/delete-activity-dialog.tsx',
  'src/features/activities/scope-dialog.tsx',
  'src/features/activities/catalogue/agenda-map.tsx',
  'src/features/activities/catalogue/filter-sheet.tsx',
  'src/features/activities/catalogue/results-map.tsx',
  'src/features/activities/form/published-activity.tsx',
  'src/features/activities/poster/poster-dialog.tsx',
  'src/features/attendance/cancel-attendance-dialog.tsx',
  'src/features/attendance/personal/own-data.tsx',
  'src/features/attendance/refuse-addition-view.tsx',
  'src/features/attendance/change-party-dialog.tsx',
  'src/features/attendance/claims-dialog.tsx',
  'src/features/attendance/correct-email-dialog.tsx',
  'src/features/feedback/feedback-question.tsx',
  'src/features/activities/activity/goal-dialog.tsx',
  'src/features/memory/hidden-memory.tsx',
  'src/features/saved-searches/save-search.tsx',
  'src/features/reports/report-dialog.tsx',
];

/**
 * The screens that the manual promises offline, and those that they lead to. The worker caches the first set at its installation,
 * 'member' once the user has signed in, 'door' once a door is open, and everything else with its first use.
 */
const PLANS: readonly Plan[] = [
  {
    name: 'visitor',
    modules: [
      screen(''),
      screen('/$'),
      'src/app/installed/after-start.tsx',
      'src/app/not-found-page.tsx',
      screen('/actividades.index'),
      screen('/actividades.$id'),
      screen('/calendario'),
      screen('/colectivos.index'),
      screen('/colectivos.$slug'),
      screen('/llegada.$code'),
      screen('/login'),
      screen('/mapa'),
      screen('/mi-asistencia'),
    ],
    without: [...MEMBERS_ONLY, ...NEEDS_SERVER, ...AT_PLACE],
    max: { chunks: 180, bytes: 362_000 },
  },
  {
    name: 'member',
    modules: [
      ...MEMBERS_ONLY,
      screen('/_member'),
      screen('/_member/add-task'),
      screen('/_member/profile'),
      screen('/_member/tasks'),
      screen('/_member/tasks.index'),
      screen('/_member/tasks.lista'),
      screen('/_member/tasks.promocionadas'),
      screen('/_member/tasks.voy-a-ir'),
      screen('/_member/tasks_.$id'),
      screen('/_member/welcome'),
    ],
    without: [...NEEDS_SERVER, ...AT_PLACE],
    max: { chunks: 80, bytes: 131_000 },
  },
  {
    name: 'door',
    modules: [screen('/_member/tasks_.$id_.$tab'), 'src/app/organise/door.tsx'],
    without: [...NEEDS_SERVER, ...AT_PLACE, 'src/app/organise/tabs.tsx', 'src/features/door/place-code.tsx'],
    max: { chunks: 8, bytes: 30_000 },
  },
];

/**
 * The chunks that the service worker caches ahead of their use. Each set lists what those before it lack. Throws if a set exceeds
 * its limits, or if a module that it names is missing.
 */
export async function planPrecache(folder: string, manifest: Manifest): Promise<CodeSet[]> {
  const cached = new Set<string>();
  const sets: CodeSet[] = [];
  for (const { name, modules, without = [], max } of PLANS) {
    const files = reachedFrom(manifest, modules, new Set(without)).filter(file => !cached.has(file));
    for (const file of files) cached.add(file);
    const bytes = await weigh(folder, files);
    if (files.length > max.chunks || bytes > max.bytes) {
      throw new Error(
        `the worker caches ${files.length} chunks of ${bytes} bytes, gzipped, for '${name}'; its limits are ${max.chunks} and ${max.bytes}`,
      );
    }
    sets.push({ name, files });
  }
  return sets;
}

/** The files of these modules, of their imports, and of what they load on demand except `without`. */
function reachedFrom(manifest: Manifest, modules: readonly string[], without: ReadonlySet<string>): string[] {
  for (const name of without) chunkOf(manifest, name);
  const visited = new Set<string>();
  const visit = (name: string): void => {
    if (visited.has(name)) return;
    visited.add(name);
    const { imports = [], dynamicImports = [] } = chunkOf(manifest, name);
    for (const next of imports) visit(next);
    // The initial chunk can load every screen.
    if (INITIAL.test(name)) return;
    for (const next of dynamicImports) if (!without.has(next)) visit(next);
  };
  for (const name of modules) visit(name);
  return [...new Set([...visited].map(name => chunkOf(manifest, name).file))];
}

const INITIAL = /^_initial-/;

function chunkOf(manifest: Manifest, name: string) {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`the build has no ${name}`);
  return chunk;
}
