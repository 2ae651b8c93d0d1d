import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { RowSkeletons } from '../activity-row.tsx';
import { searchResults } from '../lists-api.ts';
import { searchCount } from '../model.ts';
import { collectiveFilters } from '../search.ts';
import { ActivityList } from './activity-list.tsx';
import classes from './catalogue.module.css';

interface Props {
  /** Of the collective. */
  slug: string;
  /** Renders a mark such as 'Vas'. Must be memoized: the rows are rendered again when it changes. */
  mark: (activity: Activity) => ReactNode;
}

/** What a collective organises: what is to come, and what was. */
export function CollectiveActivities({ slug, mark }: Props) {
  const [next, gone] = collectiveFilters(slug);
  const upcoming = useInfiniteQuery(searchResults(next));
  const past = useInfiniteQuery(searchResults(gone));
  if (upcoming.data === undefined || past.data === undefined) {
    const error = upcoming.error ?? past.error;
    const retry = () => [upcoming, past].map(list => list.refetch());
    return error ? (
      <ErrorPanel error={error} retry={retry} />
    ) : (
      <RowSkeletons text="Cargando actividades..." count={3} />
    );
  }
  return (
    <>
      <section aria-labelledby="proximas" className={classes.collectiveActivitiesList}>
        <h2 id="proximas" className={`title ${classes.heading}`}>
          {`Lo que viene (${searchCount(upcoming.data.total)})`}
        </h2>
        {upcoming.data.total === 0 && (
          <EmptyState
            drawing="seedling"
            order={3}
            title="Por ahora no hay nada próximo"
            text="Cuando haya una actividad nueva, saldrá aquí."
          >
            <Button variant="default" renderRoot={props => <Link to="/actividades" {...props} />}>
              Ver otras actividades
            </Button>
          </EmptyState>
        )}
        <ActivityList list={upcoming} isByDay order={3} mark={mark} isByButton={past.data.total > 0} />
      </section>
      {past.data.total > 0 && (
        <section aria-labelledby="pasadas" className={classes.collectiveActivitiesList}>
          <h2 id="pasadas" className={`title ${classes.heading}`}>
            {`Lo que ya pasó (${searchCount(past.data.total)})`}
          </h2>
          <ActivityList list={past} isByDay order={3} mark={mark} isByButton />
        </section>
      )}
    </>
  );
}
