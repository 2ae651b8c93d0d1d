import type { Platform } from '../../platform/platform.ts';
import { countActiveAccounts } from '../accounts/listing-service.ts';
import { countPublicActivities } from '../activities/public-service.ts';
import { countAttendances } from '../attendance/service.ts';

/** Public activities, active accounts, attendances. */
export interface Figures {
  readonly activities: number;
  readonly people: number;
  readonly attendances: number;
}

/** Figures of a landing page may be a little older than what is listed beside them. */
const FRESH_MS = 5 * 60_000;

/**
 * The site's figures as this process counted them last. What is no longer fresh is answered at once and counted again
 * meanwhile: only the first to ask waits.
 */
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
    // A clock that was put back must not keep figures for long.
    const isFresh = Math.abs(clock().getTime() - kept.countedAt) < FRESH_MS;
    if (!isFresh) {
      count().catch(error => log.warn({ err: error }, 'The figures could not be counted'));
    }
    return kept.figures;
  };
}

/** Takes some 200 ms for a million attendances and 100,000 accounts: not for each visit. */
const countFigures = async (platform: Platform): Promise<Figures> => ({
  activities: await countPublicActivities(platform),
  people: await countActiveAccounts(platform),
  attendances: await countAttendances(platform),
});
