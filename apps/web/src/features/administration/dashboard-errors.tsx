import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { errorSentences } from '../../lib/error-sentences.ts';

/** How long an error that clears itself is seen (spec 001 section 9). */
const SELF_CLEARING_MS = 3000;

interface Reported {
  readonly id: number;
  readonly fallback: string;
  readonly sentences: readonly string[];
}

interface DashboardErrors {
  /** What the banner says, each sentence once, the oldest first. */
  readonly errors: readonly string[];
  /**
   * Tells of a failed call in the banner: the server's sentences, or the catalogue's (spec 001 section 8). Until it is
   * closed, or for 3 s; answers a function that takes it back.
   */
  readonly report: (error: unknown, fallback: string, options?: { clearsItself?: boolean }) => () => void;
  /** Another try takes back what the one before has complained of: all that was reported with this fallback. */
  readonly takeBack: (fallback: string) => void;
  readonly clear: () => void;
  /** A dialog stands before the page, and with it the banner; answers a function for when it is gone. */
  readonly cover: () => () => void;
  readonly isCovered: boolean;
}

const Errors = createContext<DashboardErrors | null>(null);

export function DashboardErrorsProvider({ children }: { children: ReactNode }) {
  const [reported, setReported] = useState<readonly Reported[]>([]);
  const [dialogs, setDialogs] = useState(0);
  const lastId = useRef(0);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);

  const report = useCallback<DashboardErrors['report']>((error, fallback, { clearsItself = false } = {}) => {
    // The session is over: the whole app says so, and this screen is left.
    if (error instanceof ApiError && error.status === 401) return () => {};
    const id = ++lastId.current;
    const withdraw = () => setReported(all => all.filter(one => one.id !== id));
    setReported(all => [...all, { id, fallback, sentences: sentencesOf(error, fallback) }]);
    if (clearsItself) timers.current.add(setTimeout(withdraw, SELF_CLEARING_MS));
    return withdraw;
  }, []);
  const takeBack = useCallback(
    (fallback: string) => setReported(all => all.filter(one => one.fallback !== fallback)),
    [],
  );
  const clear = useCallback(() => setReported([]), []);
  const cover = useCallback(() => {
    setDialogs(count => count + 1);
    return () => setDialogs(count => count - 1);
  }, []);

  const value = useMemo(
    () => ({
      errors: [...new Set(reported.flatMap(({ sentences }) => sentences))],
      report,
      takeBack,
      clear,
      cover,
      isCovered: dialogs > 0,
    }),
    [reported, report, takeBack, clear, cover, dialogs],
  );
  return <Errors value={value}>{children}</Errors>;
}

/** One failure is one line, also where the network is the reason. */
function sentencesOf(error: unknown, fallback: string): string[] {
  if (!(error instanceof ApiError) || error.code !== 'NO_CONNECTION') return errorSentences(error, fallback);
  const reason = error.messages.join(' ');
  return [`${fallback}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`];
}

export function useDashboardErrors(): DashboardErrors {
  const errors = use(Errors);
  if (errors === null) throw new Error('useDashboardErrors() is called outside of the dashboard');
  return errors;
}

/** The error of a query in the banner, for as long as the query has it and its screen is there. */
export function useReportedFault(error: Error | null, fallback: string): void {
  const { report } = useDashboardErrors();
  useEffect(() => {
    if (error !== null) return report(error, fallback);
  }, [error, fallback, report]);
}
