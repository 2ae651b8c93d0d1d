import type { Platform } from '../../platform/platform.ts';
import { publicStatuses } from '../activities/service.ts';
import { countFigures, type Figures } from './landing-repository.ts';

/** Figures of a landing page may be a little older than what is listed beside them. */
const FRESH_MS = 5 * 60_000;

/**
 * The site's figures as this process counted them last. What is no longer fresh is answered at once and counted again
 * meanwhile: only the first to ask waits.
 */
export function siteFigures({ db, clock, settings, log }: Platform): () => Promise<Figures> {
  let kept: { figures: Figures; countedAt: number } | null = null;
  let counting: Promise<Figures> | null = null;
  const count = () => {
    counting ??= countFigures(db, publicStatuses(settings.moderation))
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
