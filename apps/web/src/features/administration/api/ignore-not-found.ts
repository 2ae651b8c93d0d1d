import { ApiError } from '../../../lib/api.ts';

/** A deletion that is answered 404 has nothing left to do: somebody else was faster, or a reply was lost. */
export async function ignoreNotFound(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
