const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** Ctrl-C under npm sends SIGINT twice: from the terminal and from npm. */
const SAME_KEYPRESS_MS = 500;

/** Calls `stop` at the first stop signal. A later one exits at once if it is another signal or comes more than half a second later. */
export function onStopSignal(stop: (signal: string) => void): void {
  let first: { signal: string; at: number } | null = null;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (first === null) {
        first = { signal, at: performance.now() };
        stop(signal);
      } else if (signal !== first.signal || performance.now() - first.at > SAME_KEYPRESS_MS) {
        process.exit(1);
      }
    });
  }
}
