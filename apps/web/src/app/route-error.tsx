import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { FaultPanel } from '../components/fault-panel.tsx';

/** A fault inside one page: the shell around it stays, and trying again asks the server again. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const retry = () => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return <FaultPanel isWholePage error={error} retry={retry} />;
}
