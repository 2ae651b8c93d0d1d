import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CardSkeletons } from '../../../components/page/card-skeleton.tsx';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { PagedGrid } from '../activity-grid.tsx';
import { promotedActivities } from '../lists-api.ts';
import { countedTitle } from '../model.ts';
import classes from './own-activities.module.css';

interface Props {
  /** Must be memoized: the cards are rendered again when it changes. */
  attendance: (activity: Activity) => ReactNode;
}

const HEADING = 'Actividades Promocionadas';

/** /tasks/promocionadas: promoted activities of others, then the user's own (docs/rules.md R3.7). */
export function PromotedView({ attendance }: Props) {
  const others = useInfiniteQuery(promotedActivities('others'));
  const own = useInfiniteQuery(promotedActivities('own'));
  return (
    <>
      <PageHeading title={countedTitle(HEADING, others.data?.total)} windowTitle={HEADING} />
      <PromotedList list={others} attendance={attendance} order={2} isByButton>
        <EmptyState
          drawing="people"
          title="No hay actividades promocionadas disponibles"
          text="Cuando otras personas promocionen las suyas, las verás aquí."
        >
          <Button variant="default" renderRoot={props => <Link to="/actividades" {...props} />}>
            Ver la agenda
          </Button>
        </EmptyState>
      </PromotedList>
      {/* Waits for the list above, which would otherwise shift this section. */}
      {!others.isPending && (
        <section className={classes.own} aria-labelledby="mis-promocionadas">
          <h2 id="mis-promocionadas" className={`title ${classes.promotedViewHeading}`}>
            {countedTitle('Mis Actividades Promocionadas', own.data?.total)}
          </h2>
          <PromotedList list={own} order={3}>
            <EmptyState
              drawing="seedling"
              order={3}
              title="No has promocionado ninguna actividad"
              text="Activa «Promocionar» en una de tus actividades y durante 7 días se destacará aquí para toda la comunidad."
            >
              <Button variant="default" renderRoot={props => <Link to="/tasks" {...props} />}>
                Ir a mis actividades
              </Button>
            </EmptyState>
          </PromotedList>
        </section>
      )}
    </>
  );
}

interface PromotedListProps {
  list: UseInfiniteQueryResult<{ rows: Activity[]; total: number }>;
  /** Heading level of the cards. */
  order: 2 | 3;
  attendance?: (activity: Activity) => ReactNode;
  isByButton?: boolean;
  /** The empty state. */
  children: ReactNode;
}

/** One of the two lists of /tasks/promocionadas with its loading, error and empty states. */
const PromotedList = ({ list, children, ...grid }: PromotedListProps) => (
  <>
    {list.isPending && <CardSkeletons text="Cargando actividades..." count={3} />}
    {list.isLoadingError && <ErrorPanel error={list.error} retry={list.refetch} />}
    {list.data?.total === 0 && children}
    <PagedGrid list={list} {...grid} />
  </>
);
