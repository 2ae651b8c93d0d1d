import type { Poster } from '@minga/contract/poster';
import type { Platform } from '../../../platform/platform.ts';
import type { ActivityRow } from '../repository.ts';
import { findPoster, type PrintedPoster, storePoster } from './repository.ts';

/** Records that an organiser took a poster of the activity, which prints these values (docs/rules.md R20.4). */
export const recordPoster = (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  id: string,
  printed: PrintedPoster,
): Promise<void> => storePoster(db, id, printed, clock());

/** The last poster that an organiser took, and whether the activity differs from what it printed; null if none was taken. */
export async function posterOf(
  { db }: Pick<Platform, 'db'>,
  { id, title, date, place }: ActivityRow['activity'],
): Promise<Poster | null> {
  const printed = await findPoster(db, id);
  if (printed === null) return null;
  const isStale =
    printed.title !== title || printed.place !== place || printed.date.getTime() !== date.getTime();
  return { takenAt: printed.takenAt.toISOString(), isStale };
}
