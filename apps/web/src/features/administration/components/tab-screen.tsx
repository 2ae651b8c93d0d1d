import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { useDashboardErrors } from '../dashboard-errors.tsx';
import { TabLoadError } from './tab-load-error.tsx';

interface Props {
  /** The tab's name. */
  name: string;
  children: ReactNode;
}

/** A tab's content, loading state or error; the tab list and the banner stay rendered. */
export function TabScreen({ name, children }: Props) {
  const { clear } = useDashboardErrors();
  // Clears the errors on unmount, before the next tab reports its own.
  useEffect(() => clear, [clear]);
  return (
    <CatchBoundary getResetKey={() => name} errorComponent={TabLoadError}>
      <Suspense fallback={<LoadingStatus text="Cargando…" />}>{children}</Suspense>
    </CatchBoundary>
  );
}
