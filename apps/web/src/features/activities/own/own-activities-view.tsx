import { Button, Group } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react';
import { CardSkeletons } from '../../../components/page/card-skeleton.tsx';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { useIsPhone } from '../../../components/use-is-phone.ts';
import { now } from '../../../lib/dates/now.ts';
import { counted } from '../../../lib/digits.ts';
import { ActivityGrid, PagedGrid } from '../activity-grid.tsx';
import { ownActivities } from '../lists-api.ts';
import { countedTitle } from '../model.ts';
import { hasOwnFilter, type OwnFilter } from '../search.ts';
import classes from './own-activities.module.css';
import { SearchLink } from './search-link.tsx';

// Only for users who organise nothing.
const NoOwnActivities = lazy(() =>
  import('./no-own-activities.tsx').then(module => ({ default: module.NoOwnActivities })),
);

const HEADING = 'Mis Actividades';
const HISTORY_ID = 'historial';

interface Props {
  filter: OwnFilter;
  /** Changes the filter. Rendered only where there is something to choose. */
  filterControl: ReactNode;
  onShowAll: () => void;
  /** The controls of an activity. Must be memoized: the cards are rendered again when it changes. */
  controls: (activity: Activity) => ReactNode;
}

/** Without activities of others or of a collective all filters select the same. */
const isShared = ({ isOwner, collective }: Activity) => !isOwner || collective !== null;

/** /tasks: the activities that the user manages, upcoming ones first. */
export function OwnActivitiesView({ filter, filterControl, onShowAll, controls }: Props) {
  const upcoming = useInfiniteQuery(ownActivities('proximas', filter));
  const past = useInfiniteQuery(ownActivities('pasadas', filter));
  const isPhone = useIsPhone();
  const hasFilter = hasOwnFilter(filter);
  // The control of a filter that the first address had stays when it is taken off, because it has the focus then.
  const [isFilterable] = useState(hasFilter);
  if (upcoming.data === undefined || past.data === undefined) {
    const error = upcoming.error ?? past.error;
    const retry = () => [upcoming, past].map(list => list.refetch());
    return (
      <>
        <PageHeading title={HEADING} action={headingActions(false)} />
        {(hasFilter || isFilterable) && filterControl}
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
      {(hasFilter || isFilterable || [...upcoming.data.rows, ...past.data.rows].some(isShared)) &&
        filterControl}
      {total + past.data.total === 0 && (
        <Suspense>
          <NoOwnActivities onShowAll={hasFilter ? onShowAll : null} />
        </Suspense>
      )}
      {total === 0 && past.data.total > 0 && (
        <p className="soft">Ahora no organizas ninguna actividad próxima.</p>
      )}
      <PagedGrid list={upcoming} controls={controls} isUrgent />
      {past.data.total > 0 && (
        <>
          <p className={`row soft strong ${classes.divider}`}>Historial</p>
          <h2 id={HISTORY_ID} className={`title ${classes.heading}`}>
            {countedTitle('Actividades Pasadas', past.data.total)}
          </h2>
          {isPhone && total > 0 ? (
            <FoldedPast list={past} {...past.data} controls={controls} />
          ) : (
            <PagedGrid list={past} order={3} controls={controls} />
          )}
        </>
      )}
    </>
  );
}

interface PastProps {
  readonly list: ComponentProps<typeof PagedGrid>['list'];
  readonly rows: readonly Activity[];
  readonly total: number;
  readonly controls: Props['controls'];
}

/** How long after its start an activity stays in view on a phone: its organisers confirm hours and write the memory. */
const RECENT_MS = 3 * 24 * 3_600_000;

/** A phone unfolds what is past on request, except the last days: it would be some screens of cards below what is to come. */
function FoldedPast({ list, rows, total, controls }: PastProps) {
  const [isOpen, setOpen] = useState(false);
  const recent = rows.filter(({ date }) => Date.parse(date) > now().getTime() - RECENT_MS);
  const older = total - recent.length;
  return (
    <>
      <ActivityGrid activities={recent} order={3} controls={controls} />
      {older > 0 && (
        <Button variant="default" fullWidth mb="md" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {`${isOpen ? 'Ocultar' : 'Ver'} ${counted(older, 'anterior', 'anteriores')}`}
        </Button>
      )}
      {isOpen && <PagedGrid list={list} skipped={recent.length} order={3} controls={controls} />}
    </>
  );
}

/** Also rendered while loading, so that a focused link keeps the focus. */
const headingActions = (isHistoryFarOff: boolean) => (
  <Group>
    {isHistoryFarOff && (
      <a href={`#${HISTORY_ID}`} className="target link">
        Ir al historial
      </a>
    )}
    <SearchLink />
  </Group>
);
