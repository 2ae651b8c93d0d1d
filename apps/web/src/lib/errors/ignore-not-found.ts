import { ApiError } from '../server/api.ts';

/**
 * Treats a 404 as a completed removal: another tab, device or person was faster, or an earlier response was lost. Resolves with
 * undefined then.
 */
export async function ignoreNotFound<T>(removal: Promise<T>): Promise<T | undefined> {
  try {
    return await removal;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
