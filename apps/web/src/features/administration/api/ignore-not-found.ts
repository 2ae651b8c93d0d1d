import { ApiError } from '../../../lib/api.ts';

/** Treats a 404 as a completed deletion: another admin was faster, or an earlier response was lost. */
export async function ignoreNotFound(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
