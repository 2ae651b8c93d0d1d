import { ApiError } from '../../lib/api.ts';

/** The activity is no longer there, or no longer one's own: asking again brings nothing. */
export const isGone = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 403 || error.status === 404);
