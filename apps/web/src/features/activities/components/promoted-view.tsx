import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { promotedActivities } from '../api/promoted-activities.ts';
import { countedTitle } from '../counted-title.ts';
import { PromotedList } from './promoted-list.tsx';
import classes from './promoted-view.module.css';

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
            Ver actividades
          </Button>
        </EmptyState>
      </PromotedList>
      {/* Waits for the list above, which would otherwise shift this section. */}
      {!others.isPending && (
        <section className={classes.own} aria-labelledby="mis-promocionadas">
          <h2 id="mis-promocionadas" className={classes.heading}>
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
