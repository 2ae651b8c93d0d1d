import { storedUntilVerified } from '../../../lib/storage/stored-until-verified.ts';
import { sameOriginPath } from './return-path.ts';

const path = storedUntilVerified('minga.return');

/** Stores where a sign-up in this browser came from. Without a path that of an earlier sign-up is removed. */
export const storePendingReturn = (from: string | undefined): void =>
  from === undefined ? path.clear() : path.set(from);

/** The stored path while the mailed link is valid. */
export const pendingReturn = (): string | undefined => sameOriginPath(path.get());

export const clearPendingReturn = path.clear;
