import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { FaultPanel } from '../components/fault-panel.tsx';
import { useOnline } from '../components/use-online.ts';
import { noConnection } from '../lib/api.ts';
import { isMissingCode, reloadOnceFor } from '../lib/missing-code.ts';

/** A fault inside one page: the shell around it stays, and trying again asks the server again. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  if (isMissingCode(error)) return <MissingCode error={error} />;

  const retry = () => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return <FaultPanel isWholePage error={error} retry={retry} />;
}

/** Browsers remember a part of the app that did not come; only loading the page again asks for it again. */
function MissingCode({ error }: { error: Error }) {
  const isOnline = useOnline();

  useEffect(() => {
    // With a network it is a deploy that took the part away.
    if (navigator.onLine) reloadOnceFor(error);
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [error]);

  return <FaultPanel isWholePage error={isOnline ? error : noConnection()} retry={reload} />;
}

const reload = () => location.reload();
