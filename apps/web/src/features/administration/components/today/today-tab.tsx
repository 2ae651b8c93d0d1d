import { useQuery } from '@tanstack/react-query';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { todayQuery } from '../../api/today.ts';
import { useReportedError } from '../../dashboard-errors.tsx';
import { ListSkeleton } from '../lists/list-skeleton.tsx';
import { TabError } from '../tab-error.tsx';
import { TodayReport } from './today-report.tsx';

/** 'Hoy': what waits for a decision, each decided here, and what is unwell. */
export function TodayTab() {
  const { data, error, isFetching, refetch } = useQuery(todayQuery);
  useReportedError(error, 'Error al revisar lo que espera');

  if (data !== undefined) return <TodayReport today={data} />;
  if (error !== null)
    return <TabError text="No pudimos ver qué espera." isBusy={isFetching} retry={() => void refetch()} />;
  return (
    <>
      <LoadingStatus text="Revisando qué espera..." isHidden />
      <ListSkeleton />
    </>
  );
}
