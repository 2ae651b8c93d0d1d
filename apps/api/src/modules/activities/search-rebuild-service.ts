import type { Platform } from '../../platform/platform.ts';
import { rewriteWords } from './search-terms-repository.ts';

/** Written in one transaction, in some hundred milliseconds. */
const BATCH = 200;

/**
 * The polling task that writes the words of activities anew after a change of the rule that splits them, a batch at each poll; nothing once
 * all are written. Two processes take turns, and one that is killed loses nothing.
 */
export function searchRebuild({ db }: Pick<Platform, 'db'>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (!isDone) isDone = !(await db.transaction(tx => rewriteWords(tx, BATCH)));
  };
}
