import { ApiError } from '../server/api.ts';

/** Errors stay fresh as long as responses do by default. */
const ERROR_FRESH_MS = 15_000;

/** There is no such row, or the viewer may not know of it. A truncated link (400) is treated like a missing row (404). */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** A query option: a "not found" page rendered by the server is shown without a second request. */
export const retryOnMount = ({ state }: { state: { errorUpdatedAt: number } }): boolean =>
  Date.now() - state.errorUpdatedAt > ERROR_FRESH_MS;
