import type { Activity } from '@minga/contract/activities';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CardSkeletons } from '../../../components/card-skeleton.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { PagedGrid } from './paged-grid.tsx';

interface Props {
  list: UseInfiniteQueryResult<{ rows: Activity[]; total: number }>;
  /** Heading level of the cards. */
  order: 2 | 3;
  attendance?: (activity: Activity) => ReactNode;
  isByButton?: boolean;
  /** The empty state. */
  children: ReactNode;
}

/** One of the two lists of /tasks/promocionadas with its loading, error and empty states. */
export const PromotedList = ({ list, children, ...grid }: Props) => (
  <>
    {list.isPending && <CardSkeletons text="Cargando actividades..." count={3} />}
    {list.isLoadingError && <ErrorPanel error={list.error} retry={list.refetch} />}
    {list.data?.total === 0 && children}
    <PagedGrid list={list} {...grid} />
  </>
);
