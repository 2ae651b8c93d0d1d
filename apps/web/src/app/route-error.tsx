import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorPanel } from '../components/page/error-panel.tsx';
import { useOnline } from '../components/use-online.ts';
import { isMissingCode, reloadOnceFor } from '../lib/errors/missing-code.ts';
import { noConnection } from '../lib/server/api.ts';

/** The error of one page, inside the shell. The retry fetches the page's data again. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  if (isMissingCode(error)) return <MissingCode error={error} />;

  const retry = () => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return <ErrorPanel isWholePage error={error} retry={retry} />;
}

/** Browsers remember a failed dynamic import until the page is reloaded. */
function MissingCode({ error }: { error: Error }) {
  const isOnline = useOnline();

  useEffect(() => {
    // Online, a deploy has removed the chunk.
    if (navigator.onLine) reloadOnceFor(error);
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [error]);

  return <ErrorPanel isWholePage error={isOnline ? error : noConnection()} retry={reload} />;
}

const reload = () => location.reload();
