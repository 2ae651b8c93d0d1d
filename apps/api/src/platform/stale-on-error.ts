import type { Platform } from './platform.ts';

/** Nobody looks at nothing for longer where the page has so much else to tell. */
const PATIENCE_MS = 2_000;
/** Older than this it may tell of what is past or has been taken away. */
const KEPT_MS = 10 * 60_000;

/**
 * What `read` says. If it fails, or is silent for two seconds: what it said last, if that is young enough; else null.
 * What comes later is there for the next to ask.
 */
export function staleOnError<T>(
  read: () => Promise<T>,
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
): () => Promise<T | null> {
  let known: { value: T; at: number } | null = null;

  async function note(): Promise<T> {
    const value = await read();
    known = { value, at: clock().getTime() };
    return value;
  }

  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer yet')), PATIENCE_MS);
    });
    try {
      return await Promise.race([note(), late]);
    } catch (error) {
      log.warn({ err: error }, 'The landing page is sent with what the database said before');
      return known !== null && clock().getTime() - known.at < KEPT_MS ? known.value : null;
    } finally {
      clearTimeout(timer);
    }
  };
}
