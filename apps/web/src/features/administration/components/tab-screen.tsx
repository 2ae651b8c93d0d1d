import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { useDashboardErrors } from '../dashboard-errors.tsx';
import { TabCodeFault } from './tab-code-fault.tsx';

interface Props {
  /** Of the tab. */
  name: string;
  children: ReactNode;
}

/** What stands on a tab, or that it is on its way, or that it did not come: tabs and banner stay. */
export function TabScreen({ name, children }: Props) {
  const { clear } = useDashboardErrors();
  // On leaving: what the next one complains of has not been said by then.
  useEffect(() => clear, [clear]);
  return (
    <CatchBoundary getResetKey={() => name} errorComponent={TabCodeFault}>
      <Suspense fallback={<LoadingStatus text="Cargando…" />}>{children}</Suspense>
    </CatchBoundary>
  );
}
