import type { Platform } from '../../platform/platform.ts';
import { countActiveAccounts } from '../accounts/managed/service.ts';
import { countPublicActivities } from '../activities/public/service.ts';
import { countAttendances } from '../attendance/own/service.ts';

/** Public activities, active accounts, attendances. */
export interface Figures {
  readonly activities: number;
  readonly people: number;
  readonly attendances: number;
}

/** The figures may be a little older than the listed activities. */
const FRESH_MS = 5 * 60_000;

/** Returns the site's figures, cached in this process. Stale figures are returned at once and counted again in the background. */
export function siteFigures(platform: Platform): () => Promise<Figures> {
  const { clock, log } = platform;
  let kept: { figures: Figures; countedAt: number } | null = null;
  let counting: Promise<Figures> | null = null;
  const count = () => {
    counting ??= countFigures(platform)
      .then(figures => {
        kept = { figures, countedAt: clock().getTime() };
        return figures;
      })
      .finally(() => {
        counting = null;
      });
    return counting;
  };

  return async () => {
    if (kept === null) return count();
    // A clock that was set back must not extend their life.
    const isFresh = Math.abs(clock().getTime() - kept.countedAt) < FRESH_MS;
    if (!isFresh) {
      count().catch(error => log.warn({ err: error }, 'The figures could not be counted'));
    }
    return kept.figures;
  };
}

/** Takes about 200 ms for a million attendances and 100,000 accounts. */
const countFigures = async (platform: Platform): Promise<Figures> => ({
  activities: await countPublicActivities(platform),
  people: await countActiveAccounts(platform),
  attendances: await countAttendances(platform),
});
