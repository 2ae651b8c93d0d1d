import { Button, Group } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CardSkeletons } from '../../../components/card-skeleton.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { HelpLink } from '../../../components/help-link.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import linkClasses from '../../../components/text-link.module.css';
import { ownActivities } from '../api/own-activities.ts';
import { countedTitle } from '../counted-title.ts';
import classes from './own-activities-view.module.css';
import { OwnerControls } from './owner-controls.tsx';
import { PagedGrid } from './paged-grid.tsx';
import { SearchLink } from './search-link.tsx';

const HEADING = 'Mis Actividades';
const HISTORY_ID = 'historial';

const controls = (activity: Activity) => <OwnerControls activity={activity} />;

/** /tasks: the user's own activities, upcoming ones first. */
export function OwnActivitiesView() {
  const upcoming = useInfiniteQuery(ownActivities('proximas'));
  const past = useInfiniteQuery(ownActivities('pasadas'));
  if (upcoming.data === undefined || past.data === undefined) {
    const error = upcoming.error ?? past.error;
    const retry = () => [upcoming, past].map(list => list.refetch());
    return (
      <>
        <PageHeading title={HEADING} action={headingActions(false)} />
        {error ? (
          <ErrorPanel error={error} retry={retry} />
        ) : (
          <CardSkeletons text="Cargando actividades..." />
        )}
      </>
    );
  }
  const { total } = upcoming.data;
  const needsHistoryLink = upcoming.hasNextPage && past.data.total > 0;
  return (
    <>
      <PageHeading
        title={countedTitle(HEADING, total)}
        windowTitle={HEADING}
        action={headingActions(needsHistoryLink)}
      />
      {total + past.data.total === 0 && <NoActivities />}
      {total === 0 && past.data.total > 0 && (
        <p className={classes.noUpcoming}>Ahora no organizas ninguna actividad próxima.</p>
      )}
      <PagedGrid list={upcoming} controls={controls} isUrgent />
      {past.data.total > 0 && (
        <>
          <p className={classes.divider}>Historial</p>
          <h2 id={HISTORY_ID} className={classes.heading}>
            {countedTitle('Actividades Pasadas', past.data.total)}
          </h2>
          <PagedGrid list={past} order={3} controls={controls} />
        </>
      )}
    </>
  );
}

/** Also rendered while loading, so that a focused link keeps the focus. */
const headingActions = (isHistoryFarOff: boolean) => (
  <Group>
    {isHistoryFarOff && (
      <a href={`#${HISTORY_ID}`} className={linkClasses.link}>
        Ir al historial
      </a>
    )}
    <SearchLink />
  </Group>
);

const NoActivities = () => (
  <EmptyState
    drawing="seedling"
    title="No hay tareas aún, por favor agregue una nueva tarea"
    text="Cuenta qué vas a hacer, dónde y cuándo; tu comunidad hace el resto."
  >
    <Button renderRoot={props => <Link to="/add-task" {...props} />}>Publicar mi primera actividad</Button>
    <HelpLink to="publicar">Cómo se publica, paso a paso</HelpLink>
  </EmptyState>
);
