import { ApiError } from '../../lib/api.ts';

/** The activity was deleted or is no longer the user's own: retrying cannot succeed. */
export const isUnavailable = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 403 || error.status === 404);
