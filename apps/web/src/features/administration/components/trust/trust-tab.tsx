import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { trustQuery } from '../../api/trust.ts';
import { useReportedError } from '../../dashboard-errors.tsx';
import { TabError } from '../tab-error.tsx';
import classes from './trust-form.module.css';
import { TrustForm } from './trust-form.tsx';

/** 'Confianza': what is held for review, and the mail domains that may not sign up. */
export function TrustTab() {
  const { data, error, isFetching, refetch } = useQuery(trustQuery);
  useReportedError(error, 'Error al traer las listas');

  if (data !== undefined) return <TrustForm settings={data} />;
  if (error === null) return <TrustSkeleton />;
  return <TabError text="No pudimos traer las listas." isBusy={isFetching} retry={() => void refetch()} />;
}

const TrustSkeleton = () => (
  <>
    <LoadingStatus text="Cargando las listas..." isHidden />
    <div className={classes.fields} aria-hidden="true">
      <Skeleton height={260} />
      <Skeleton height={260} />
      <Skeleton height={260} />
      <Skeleton height={120} />
    </div>
  </>
);
