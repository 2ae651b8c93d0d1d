const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** A Ctrl-C reaches us from the terminal, and under npm once more from npm. */
const SAME_KEYPRESS_MS = 500;

/** Calls `stop` at the first signal to end. One that comes half a second later, or of another kind, ends at once. */
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
