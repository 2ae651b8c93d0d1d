import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Ctrl-C under npm sends SIGINT twice: from the terminal and from npm. */
const SAME_KEYPRESS_MS = 500;
const cleanups = new Set<() => Promise<unknown>>();
let stoppingSince: number | null = null;

/**
 * Runs `cleanup` when a signal stops this process, which skips `finally` blocks and would leave child processes running. A second
 * signal exits at once. Returns a function that unregisters the cleanup.
 */
export function onInterrupt(cleanup: () => Promise<unknown>): () => void {
  if (cleanups.size === 0) for (const signal of SIGNALS) process.on(signal, stop);
  cleanups.add(cleanup);
  return () => {
    cleanups.delete(cleanup);
    if (cleanups.size === 0 && stoppingSince === null)
      for (const signal of SIGNALS) process.off(signal, stop);
  };
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  const code = 128 + constants.signals[signal];
  if (stoppingSince !== null) {
    if (performance.now() - stoppingSince > SAME_KEYPRESS_MS) process.exit(code);
    return;
  }
  stoppingSince = performance.now();
  // The interrupted work fails in the middle; that must not end the process before the cleanups are done.
  process.on('uncaughtException', () => undefined);
  for (const cleanup of [...cleanups].reverse()) await cleanup().catch(error => console.error(error));
  process.exit(code);
}
