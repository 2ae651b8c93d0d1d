import { AppError } from '../errors.ts';

/** Uploads that are received or processed: each may hold `IMAGE_BYTES_MAX` in memory. */
const TOTAL_MAX = 24;
const PER_ACCOUNT_MAX = 2;
const RETRY_SECONDS = 10;

/** Returns a function that gives the place back; throws 503, before the body is read, if there is none. */
export type TakeUploadPlace = (accountId: string) => () => void;

/** Bounds the memory that slow uploads take: a few per account and some in all, for each process. */
export function createUploadPlaces(): TakeUploadPlace {
  const taken = new Map<string, number>();
  let total = 0;
  return accountId => {
    const own = taken.get(accountId) ?? 0;
    if (own >= PER_ACCOUNT_MAX)
      throw busy('Ya estás subiendo otras imágenes. Espera a que terminen e intenta de nuevo.');
    if (total >= TOTAL_MAX)
      throw busy('Hay muchas personas subiendo imágenes. Intenta de nuevo en unos segundos.');
    taken.set(accountId, own + 1);
    total += 1;
    return () => {
      const left = (taken.get(accountId) ?? 1) - 1;
      if (left === 0) taken.delete(accountId);
      else taken.set(accountId, left);
      total -= 1;
    };
  };
}

const busy = (sentence: string) => new AppError(503, 'UNAVAILABLE', sentence, RETRY_SECONDS);
