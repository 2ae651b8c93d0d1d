import { startedText } from '@minga/contract/activity-phase';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react';
import { LoadMore } from '../../../components/load-more.tsx';
import { useFocusRecovery } from '../../../components/use-focus-recovery.ts';
import { now } from '../../../lib/now.ts';
import type { ChosenActivity } from '../activity-choice.ts';
import { FIRST_PAGE, participantsQuery } from '../api/participants-query.ts';
import { turnout } from '../api/turnout.ts';
import { isUnavailable } from '../is-unavailable.ts';
import { participantCount } from '../participant-count.ts';
import { placesSummary } from '../places-summary.ts';
import { ofStanding, type Standing, standingChoices } from '../standing-filter.ts';
import { useParticipantDialog } from '../use-participant-dialog.ts';
import { useSelection } from '../use-selection.ts';
import { CountAnnouncer } from './count-announcer.tsx';
import { ListActions } from './list-actions.tsx';
import { NeedsOverview } from './needs-overview.tsx';
import { NoParticipants } from './no-participants.tsx';
import classes from './participant-list.module.css';
import { ParticipantSkeleton } from './participant-skeleton.tsx';
import { ParticipantTable } from './participant-table.tsx';
import { ParticipantsError } from './participants-error.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { StandingFilter } from './standing-filter.tsx';

// Preloaded after the list is rendered.
const loadDialog = () => import('./participant-dialog.tsx');
const ParticipantDialog = lazy(() => loadDialog().then(module => ({ default: module.ParticipantDialog })));

/** The participants of an activity with the organiser's actions. */
export function ParticipantList({ activity }: { activity: ChosenActivity }) {
  const list = useInfiniteQuery(participantsQuery(activity._id));
  const { intent, isOpen, openWith, close } = useParticipantDialog();
  const [standing, setStanding] = useState<Standing>('all');
  const selection = useSelection();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusRecovery = useFocusRecovery(heading, 'same');
  const { data, fetchNextPage } = list;
  // The rows tell it of a list that is loaded whole.
  const counts = useQuery({ ...turnout(activity._id), enabled: list.hasNextPage });
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const started = startedText(activity, now());

  useEffect(() => {
    // A failed preload is retried when the dialog is opened.
    loadDialog().catch(() => {});
  }, []);

  if (list.error && (data === undefined || isUnavailable(list.error))) {
    return <ParticipantsError error={list.error} retry={list.refetch} wasLoaded={data !== undefined} />;
  }
  if (data === undefined) {
    return <ParticipantSkeleton text="Cargando participantes..." />;
  }
  const { rows, total } = data;
  const choices = standingChoices(rows, list.hasNextPage ? counts.data?.unreachable.people : 0);
  // The chosen standing may have no participants any more.
  const shown = choices.some(choice => choice.standing === standing) ? standing : 'all';
  const shownRows = ofStanding(rows, shown);
  const summary = placesSummary(activity, total);
  return (
    <section aria-labelledby={headingId} className={classes.section}>
      <div className={classes.header}>
        <div>
          <h2 id={headingId} ref={heading} tabIndex={-1} className={classes.heading}>
            {participantCount(total)}
          </h2>
          {summary !== null && <p className={classes.summary}>{summary}</p>}
        </div>
        <ListActions
          activity={activity}
          participants={rows}
          total={total}
          list={list}
          started={started}
          onAdd={() => openWith({ kind: 'add' })}
        />
      </div>
      <CountAnnouncer total={total} />
      {activity.needs.length > 0 && (
        <NeedsOverview needs={activity.needs} participants={rows} isPartial={list.hasNextPage} />
      )}
      <StandingFilter choices={choices} value={shown} onChange={setStanding} />
      {(rows.length > 1 || selection.ids !== null) && (
        <SelectionBar
          taskId={activity._id}
          participants={shownRows}
          selection={selection}
          onRemoved={() => heading.current?.focus()}
        />
      )}
      <div ref={focusRecovery}>
        {total === 0 ? (
          <NoParticipants hasStarted={started !== null} onAdd={() => openWith({ kind: 'add' })} />
        ) : (
          <ParticipantTable
            participants={shownRows}
            asked={activity}
            labelledBy={headingId}
            onIntent={openWith}
            selected={selection.ids}
            onSelect={selection.toggle}
          />
        )}
      </div>
      {total > FIRST_PAGE && (
        <LoadMore
          shown={rows.length}
          total={total}
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          hasFailed={list.isFetchNextPageError}
          onMore={more}
        />
      )}
      {intent !== null && (
        <Suspense>
          <ParticipantDialog
            taskId={activity._id}
            title={activity.title}
            companionsMax={activity.companionsMax}
            hasStarted={started !== null}
            intent={intent}
            isOpen={isOpen}
            onClose={close}
          />
        </Suspense>
      )}
    </section>
  );
}
