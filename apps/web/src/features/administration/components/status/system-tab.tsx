import { useQuery } from '@tanstack/react-query';
import { systemStatusQuery } from '../../api/system-status.ts';
import { useReportedFault } from '../../dashboard-errors.tsx';
import { TabFault } from '../tab-fault.tsx';
import { StatusSkeleton } from './status-skeleton.tsx';
import { SystemReport } from './system-report.tsx';

/** 'Sistema': how the machine is that Minga runs on, and what can be done where it fails. */
export function SystemTab() {
  const { data, error, isFetching, refetch } = useQuery(systemStatusQuery);
  useReportedFault(error, 'Error al revisar el sistema');

  if (data !== undefined) return <SystemReport status={data} refresh={refetch} />;
  if (error === null) return <StatusSkeleton />;
  return <TabFault text="No pudimos revisar el sistema." isBusy={isFetching} retry={() => void refetch()} />;
}
