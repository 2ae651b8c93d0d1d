import { CloseButton } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import {
  createContext,
  type FocusEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { SentenceList } from '../../components/sentence-list.tsx';
import { errorSentences } from '../../lib/errors/error-sentences.ts';
import { ApiError } from '../../lib/server/api.ts';
import classes from './dashboard.module.css';
import tabErrorClasses from './panel.module.css';

/** The dashboard's errors, at any scroll position. While a dialog is open, its own banner shows them instead. */
export function ErrorBanner() {
  const { errors, isCovered } = useDashboardErrors();
  return <Banner errors={isCovered ? [] : errors} className={classes.page} />;
}

/** The dashboard's errors in an open dialog. */
export function DialogErrorBanner() {
  const { errors, cover } = useDashboardErrors();
  useEffect(() => cover(), [cover]);
  return <Banner errors={errors} />;
}

/**
 * The live region is always rendered, so that screen readers announce its changes. When the banner disappears, a focus inside
 * it returns to the previously focused element.
 */
function Banner({ errors, className }: { errors: readonly string[]; className?: string | undefined }) {
  const { clear } = useDashboardErrors();
  const region = useRef<HTMLDivElement>(null);
  const previousFocus = useRef<HTMLElement | null>(null);
  const isEmpty = errors.length === 0;

  function rememberFocus({ relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof HTMLElement) previousFocus.current = relatedTarget;
  }

  useEffect(() => {
    if (!isEmpty || previousFocus.current === null) return;
    const isLost = document.activeElement === document.body;
    if (isLost)
      (previousFocus.current.isConnected ? previousFocus.current : region.current)?.focus({
        preventScroll: true,
      });
    previousFocus.current = null;
  }, [isEmpty]);

  return (
    <div ref={region} role="alert" tabIndex={-1} className={`${classes.region} ${className ?? ''}`}>
      {!isEmpty && (
        <div className={`card row ${classes.banner}`}>
          <IconAlertCircle size={24} className={classes.icon} aria-hidden />
          <div className={classes.words}>
            <p className={classes.errorTitle}>{`Se encontraron ${errors.length} error(es)`}</p>
            <SentenceList sentences={errors} isAlwaysList />
          </div>
          <CloseButton
            aria-label="Cerrar los errores"
            onFocus={rememberFocus}
            onClick={clear}
            className={classes.close}
          />
        </div>
      )}
    </div>
  );
}

/** How long a self-clearing error is visible (docs/rules.md R6.9). */
const SELF_CLEARING_MS = 3000;

interface Report {
  readonly id: number;
  readonly fallback: string;
  readonly sentences: readonly string[];
}

interface DashboardErrors {
  /** The sentences in the banner, without duplicates, oldest first. */
  readonly errors: readonly string[];
  /**
   * Shows a failed call in the banner, with the server's sentences or the fallback (docs/rules.md R6.9), until the banner is
   * closed or for 3 s. Returns a function that removes it.
   */
  readonly report: (error: unknown, fallback: string, options?: { clearsItself?: boolean }) => () => void;
  /** Removes all errors reported with this fallback. Called before a retry. */
  readonly dismiss: (fallback: string) => void;
  readonly clear: () => void;
  /** Called when a dialog covers the page and its banner. Returns a function to call when the dialog closes. */
  readonly cover: () => () => void;
  readonly isCovered: boolean;
  /** The site wants a second factor that the viewer has not set up. */
  readonly isFactorRequired: boolean;
}

const Errors = createContext<DashboardErrors | null>(null);

export function DashboardErrorsProvider({ children }: { children: ReactNode }) {
  const [reports, setReports] = useState<readonly Report[]>([]);
  const [dialogs, setDialogs] = useState(0);
  const [isFactorRequired, setFactorRequired] = useState(false);
  const lastId = useRef(0);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);

  const report = useCallback<DashboardErrors['report']>((error, fallback, { clearsItself = false } = {}) => {
    // The session has ended: the session guard leaves this screen and shows why.
    if (error instanceof ApiError && error.status === 401) return () => {};
    if (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED') setFactorRequired(true);
    const id = ++lastId.current;
    const remove = () => setReports(all => all.filter(entry => entry.id !== id));
    setReports(all => [...all, { id, fallback, sentences: sentencesOf(error, fallback) }]);
    if (clearsItself) timers.current.add(setTimeout(remove, SELF_CLEARING_MS));
    return remove;
  }, []);
  const dismiss = useCallback(
    (fallback: string) => setReports(all => all.filter(entry => entry.fallback !== fallback)),
    [],
  );
  const clear = useCallback(() => setReports([]), []);
  const cover = useCallback(() => {
    setDialogs(count => count + 1);
    return () => setDialogs(count => count - 1);
  }, []);

  const value = useMemo(
    () => ({
      errors: [...new Set(reports.flatMap(({ sentences }) => sentences))],
      report,
      dismiss,
      clear,
      cover,
      isCovered: dialogs > 0,
      isFactorRequired,
    }),
    [reports, report, dismiss, clear, cover, dialogs, isFactorRequired],
  );
  return <Errors value={value}>{children}</Errors>;
}

/** A network error and its fallback become one sentence. */
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

/** Shows a query's error in the banner while the query has it and its screen is mounted. */
export function useReportedError(error: Error | null, fallback: string): void {
  const { report } = useDashboardErrors();
  useEffect(() => {
    if (error !== null) return report(error, fallback);
  }, [error, fallback, report]);
}

interface Props {
  /** The content that failed to load; the banner shows the reason. */
  text: string;
  isBusy: boolean;
  retry: () => void;
}

/** Shown in place of content that failed to load. */
export const TabError = ({ text, isBusy, retry }: Props) => (
  <div className={tabErrorClasses.error}>
    <p>{text}</p>
    <BusyButton variant="default" onClick={retry} isBusy={isBusy} busyLabel="Intentando…">
      Intentar de nuevo
    </BusyButton>
  </div>
);

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** Shown in the banner if the query fails without a message from the server. */
  fallback: string;
  /** Shown in place of the content then. */
  errorText: string;
  loading: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The content of a query, or that it is loading or has failed. */
export function Loaded<Data>({ query, fallback, errorText, loading, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  useReportedError(error, fallback);
  if (data !== undefined) return children(data);
  if (error === null) return loading;
  return <TabError text={errorText} isBusy={isFetching} retry={() => void refetch()} />;
}
