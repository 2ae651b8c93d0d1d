import type { Platform } from './platform.ts';

/** The rest of the page does not wait longer for this part. */
const TIMEOUT_MS = 2_000;
/** An older value may describe past or deleted activities. */
const MAX_AGE_MS = 10 * 60_000;

/**
 * Returns the value of `read`. If it fails or takes longer than two seconds, returns the last value, or null if that is too
 * old. A late value is stored for the next call.
 */
export function staleOnError<T>(
  read: () => Promise<T>,
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
): () => Promise<T | null> {
  let last: { value: T; at: number } | null = null;

  async function readAndStore(): Promise<T> {
    const value = await read();
    last = { value, at: clock().getTime() };
    return value;
  }

  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no response yet')), TIMEOUT_MS);
    });
    try {
      return await Promise.race([readAndStore(), timeout]);
    } catch (error) {
      log.warn({ err: error }, 'The landing page shows earlier values of the database');
      return last !== null && clock().getTime() - last.at < MAX_AGE_MS ? last.value : null;
    } finally {
      clearTimeout(timer);
    }
  };
}
