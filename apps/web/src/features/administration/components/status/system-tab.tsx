import { useQuery } from '@tanstack/react-query';
import { systemStatusQuery } from '../../api/system-status.ts';
import { useReportedError } from '../../dashboard-errors.tsx';
import { TabError } from '../tab-error.tsx';
import { StatusSkeleton } from './status-skeleton.tsx';
import { SystemReport } from './system-report.tsx';

/** 'Sistema': the state of the server, with actions for failed jobs. */
export function SystemTab() {
  const { data, error, isFetching, refetch } = useQuery(systemStatusQuery);
  useReportedError(error, 'Error al revisar el sistema');

  if (data !== undefined) return <SystemReport status={data} refresh={refetch} />;
  if (error === null) return <StatusSkeleton />;
  return <TabError text="No pudimos revisar el sistema." isBusy={isFetching} retry={() => void refetch()} />;
}
