import { AppError } from '../errors.ts';

/** Files that are received or processed: each may hold `IMAGE_BYTES_MAX` in memory. */
const FILES_MAX = 24;
const UPLOADS_PER_ACCOUNT_MAX = 2;
const RETRY_SECONDS = 10;

/** Each function returns one that gives the place back; it throws 503, before the bytes are read, if there is none. */
export interface UploadPlaces {
  /** For a request with one file. */
  takeUpload(accountId: string): () => void;
  /** For each further file of a request. */
  takeFile(): () => void;
}

/** Bounds the memory that slow uploads take: a few uploads per account and some files in all, for each process. */
export function createUploadPlaces(): UploadPlaces {
  const uploads = new Map<string, number>();
  let files = 0;

  function takeFile(): () => void {
    if (files >= FILES_MAX)
      throw busy('Hay muchas personas subiendo imágenes. Intenta de nuevo en unos segundos.');
    files += 1;
    return () => {
      files -= 1;
    };
  }

  return {
    takeFile,
    takeUpload(accountId) {
      const own = uploads.get(accountId) ?? 0;
      if (own >= UPLOADS_PER_ACCOUNT_MAX)
        throw busy('Ya estás subiendo otras imágenes. Espera a que terminen e intenta de nuevo.');
      const releaseFile = takeFile();
      uploads.set(accountId, own + 1);
      return () => {
        const left = (uploads.get(accountId) ?? 1) - 1;
        if (left === 0) uploads.delete(accountId);
        else uploads.set(accountId, left);
        releaseFile();
      };
    },
  };
}

const busy = (sentence: string) => new AppError(503, 'UNAVAILABLE', sentence, RETRY_SECONDS);
