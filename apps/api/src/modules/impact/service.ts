import type { Impact } from '@minga/contract/impact';
import { notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { publicStatuses } from '../activities/policy.ts';
import type { CollectiveRow } from '../collectives/repository.ts';
import { publicCollective } from '../collectives/service.ts';
import {
  type CollectiveMonth,
  type Scope,
  sumByMonth,
  sumByMonthAndCollective,
  sumGoals,
} from './repository.ts';
import { impactOf, lastMonths } from './rules.ts';

/** Maximum number of rows of the CSV file, enough for many years of a site with hundreds of collectives. */
const ROWS_MAX = 50_000;

/** The impact of the site, or of the collective with this slug. Rejects with 404 if no public collective has it. */
export async function readImpact(platform: Platform, slug: string): Promise<Impact> {
  return sumImpact(platform, slug === '' ? null : (await requireCollective(platform, slug)).collective.id);
}

async function requireCollective(platform: Platform, slug: string): Promise<CollectiveRow> {
  const found = await publicCollective(platform, slug);
  if (found.kind !== 'public') throw notFound('Colectivo no encontrado');
  return found.row;
}

/** The impact of a collective, or of the site if `collectiveId` is null. */
export async function sumImpact(platform: Platform, collectiveId: string | null): Promise<Impact> {
  const { db, clock, settings } = platform;
  const months = lastMonths(clock(), settings.timeZone);
  const scope = scopeOf(platform, collectiveId);
  const [rows, goals] = await Promise.all([sumByMonth(db, scope, months), sumGoals(db, scope)]);
  return impactOf(months, rows, goals);
}

export const impactByCollective = (platform: Platform): Promise<CollectiveMonth[]> =>
  sumByMonthAndCollective(platform.db, scopeOf(platform, null), platform.settings.timeZone, ROWS_MAX);

const scopeOf = ({ clock, settings }: Platform, collectiveId: string | null): Scope => ({
  statuses: publicStatuses(settings.moderation),
  collectiveId,
  now: clock(),
});
