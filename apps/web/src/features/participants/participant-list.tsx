import { Button, Group, Skeleton, Stack, TextInput, VisuallyHidden } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { phaseOf, startedText } from '@minga/contract/activity-phase';
import type { Attendance } from '@minga/contract/attendance';
import type { Need } from '@minga/contract/needs';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useFocusRecovery } from '../../components/dialog/use-focus-recovery.ts';
import { useLazyDialog } from '../../components/dialog/use-lazy-dialog.ts';
import { ChoiceButtons } from '../../components/form/choice-buttons.tsx';
import { HelpLink } from '../../components/help-link.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { LoadMore } from '../../components/page/load-more.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { SkeletonRows } from '../../components/page/skeleton-rows.tsx';
import { useIsPhone } from '../../components/use-is-phone.ts';
import { longDate } from '../../lib/dates/dates.ts';
import { now } from '../../lib/dates/now.ts';
import { DOT } from '../../lib/dot.ts';
import { useLive } from '../../lib/live/live.ts';
import { activitiesKey, oneActivityKey } from '../../lib/server/activities-key.ts';
import { ApiError } from '../../lib/server/api.ts';
import type { Page } from '../../lib/server/pages.ts';
import { currentToasts, toastError } from '../../lib/toasts.ts';
import { invalidateOtherQueries, participantsQuery, refreshParticipants } from './api.ts';
import { ListActions, type ParticipantListQuery } from './list-actions.tsx';
import {
  addedText,
  type ChosenActivity,
  isInReview,
  missingText,
  needsOverview,
  participantCount,
  placesSummary,
  type Standing,
  type standingChoices,
} from './model.ts';
import { ParticipantTable } from './participant-table.tsx';
import classes from './participants.module.css';
import { SelectionBar } from './selection-bar.tsx';
import { useFoundRows } from './use-found-rows.ts';
import { useParticipantDialog, useSelection } from './use-selection.ts';

// Preloaded after the list is rendered.
const loadDialog = () => import('./participant-dialog.tsx');
const ParticipantDialog = lazy(() => loadDialog().then(module => ({ default: module.ParticipantDialog })));

const loadBring = () => import('./bring/bring-dialog.tsx');
const BringDialog = lazy(() => loadBring().then(module => ({ default: module.BringDialog })));

/** The participants of an activity with the organiser's actions. */
export function ParticipantList({ activity }: { activity: ChosenActivity }) {
  const list = useInfiniteQuery(participantsQuery(activity._id));
  useLiveList(activity);

  useEffect(() => {
    // A failed preload is retried when the dialog is opened.
    loadDialog().catch(() => {});
  }, []);

  if (list.error && (list.data === undefined || isUnavailable(list.error))) {
    return <ParticipantsError error={list.error} retry={list.refetch} wasLoaded={list.data !== undefined} />;
  }
  return list.data === undefined ? (
    <ParticipantSkeleton text="Cargando participantes..." />
  ) : (
    <LoadedList activity={activity} list={list} {...list.data} />
  );
}

interface LoadedListProps extends Page<Attendance> {
  readonly activity: ChosenActivity;
  readonly list: ParticipantListQuery;
}

function LoadedList({ activity, list, rows, total }: LoadedListProps) {
  const { intent, isOpen, openWith, close } = useParticipantDialog();
  const bring = useLazyDialog(loadBring);
  const selection = useSelection();
  const isPhone = useIsPhone();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusRecovery = useFocusRecovery(heading, 'same');
  const [hasNeeds, setNeeds] = useState(false);
  /** The participant whom this screen has added last. */
  const [added, setAdded] = useState<Attendance | null>(null);
  const needsId = useId();
  const found = useFoundRows(activity, list, rows);
  const { shownRows, more } = found;
  const isAddedListed = added !== null && (list.hasNextPage || rows.some(({ _id }) => _id === added._id));
  const started = startedText(activity, now());
  const isPast = phaseOf(activity, now()) === 'past';
  const summary = placesSummary(activity, total);
  const focusHeading = () => heading.current?.focus();
  function closeBring() {
    bring.close();
    // The button of an empty list is no longer there.
    if (document.activeElement?.closest('[role="dialog"]')) focusHeading();
  }
  return (
    <section aria-labelledby={headingId} className={classes.section}>
      <p className={classes.printed} data-printed-title>
        <strong>{activity.title}</strong>
        <span>{[longDate(activity.date), activity.place].filter(Boolean).join(DOT)}</span>
      </p>
      <div className={`cluster ${classes.header}`}>
        {rows.length > 1 && (
          <search className={classes.search}>
            <TextInput
              type="search"
              aria-label="Buscar personas"
              placeholder="Buscar"
              autoComplete="off"
              leftSection={<IconSearch size={20} aria-hidden />}
              value={found.words}
              onChange={event => found.search(event.currentTarget.value)}
            />
          </search>
        )}
        <ListActions
          activity={activity}
          participants={rows}
          total={total}
          list={list}
          started={started}
          isPhone={isPhone}
          onAdd={() => openWith({ kind: 'add' })}
          onBring={bring.open}
          onSelect={rows.length > 1 && selection.ids === null ? selection.start : undefined}
          onRenderAll={found.renderAll}
        />
      </div>
      <div className={classes.strip}>
        <h2 id={headingId} ref={heading} tabIndex={-1} className={`title ${classes.heading}`}>
          {participantCount(total)}
        </h2>
        {summary !== null && <p className={`soft ${classes.summary}`}>{summary}</p>}
        <div className={classes.chips}>
          {activity.needs.length > 0 && (
            <button
              type="button"
              aria-expanded={hasNeeds}
              aria-controls={needsId}
              className={`row card small strong ${classes.missing}`}
              onClick={() => setNeeds(!hasNeeds)}
            >
              <span>{isPast ? 'Qué se necesitaba' : missingText(activity.needs)}</span>
              <IconChevronDown size={18} aria-hidden />
            </button>
          )}
          <StandingFilter choices={found.choices} value={found.standing} onChange={found.choose} />
        </div>
      </div>
      <CountAnnouncer total={total} />
      <div id={needsId}>
        {hasNeeds && (
          <NeedsOverview needs={activity.needs} participants={rows} isPartial={list.hasNextPage} />
        )}
      </div>
      {selection.ids !== null && (
        <SelectionBar
          taskId={activity._id}
          participants={shownRows}
          selection={selection}
          onRemoved={focusHeading}
          onStopped={focusHeading}
        />
      )}
      <p role="status" className={`soft ${classes.result}`}>
        {found.result || (isAddedListed && addedText(added))}
      </p>
      <div ref={focusRecovery}>
        {total === 0 ? (
          <NoParticipants
            hasStarted={started !== null}
            onAdd={() => openWith({ kind: 'add' })}
            onBring={bring.open}
          />
        ) : (
          shownRows.length > 0 && (
            <ParticipantTable
              participants={found.rendered}
              asked={activity}
              labelledBy={headingId}
              isPhone={isPhone}
              onIntent={openWith}
              selected={selection.ids}
              onSelect={selection.toggle}
            />
          )
        )}
      </div>
      {more && <LoadMore {...more} />}
      {bring.isMounted && (
        <Suspense>
          {/* The key empties the dialog for the next list. */}
          <BringDialog
            key={String(bring.isOpen)}
            activity={activity}
            isOpen={bring.isOpen}
            onClose={closeBring}
          />
        </Suspense>
      )}
      {intent !== null && (
        <Suspense>
          <ParticipantDialog
            taskId={activity._id}
            title={activity.title}
            companionsMax={activity.companionsMax}
            hasStarted={started !== null}
            isInReview={isInReview(activity)}
            intent={intent}
            isOpen={isOpen}
            onAdded={setAdded}
            onClose={close}
          />
        </Suspense>
      )}
    </section>
  );
}

const REFRESH_MS = 1_000;

/** Refreshes the list when the server says that it has changed. */
function useLiveList({ _id: id, capacity, companionsMax }: ChosenActivity): void {
  const hasPlaces = capacity !== null || companionsMax > 0;
  const queryClient = useQueryClient();
  // Throttled: fifty simultaneous confirmations must not refetch the list fifty times.
  const refresh = useThrottledCallback((changedId: string) => {
    void refreshParticipants(queryClient, changedId);
    void queryClient.invalidateQueries({ queryKey: oneActivityKey(changedId) });
    if (hasPlaces) void queryClient.invalidateQueries({ queryKey: [...activitiesKey, 'own'] });
  }, REFRESH_MS);
  useLive('asistentes_actualizados', ({ taskId }) => refresh(taskId));
  useLive('puesta_al_dia', () => refresh(id));
}

interface Props {
  /** Announced to screen readers. */
  text: string;
  /** The activity select is still loading, too. */
  hasSelect?: boolean;
}

export const ParticipantSkeleton = ({ text, hasSelect = false }: Props) => (
  <>
    <LoadingStatus text={text} isHidden />
    <div aria-hidden="true">
      {hasSelect && (
        <Stack gap="xs" maw="38rem">
          <Skeleton height={18} width={170} />
          <Skeleton height={46} />
        </Stack>
      )}
      <Group justify="space-between" gap="sm" mt="xl" mb="lg">
        <Skeleton height={28} width={180} />
        <Skeleton height={44} width="min(100%, 22rem)" />
      </Group>
      <SkeletonRows count={6}>
        <Skeleton height={44} circle />
        <Skeleton height={18} width="35%" />
      </SkeletonRows>
    </div>
  </>
);

interface NoParticipantsProps {
  /** Participants cannot be added any more. */
  hasStarted: boolean;
  onAdd: () => void;
  onBring: () => void;
}

const NoParticipants = ({ hasStarted, onAdd, onBring }: NoParticipantsProps) => (
  <EmptyState
    drawing="people"
    title="No hay participantes registrados"
    order={3}
    {...(!hasStarted && {
      text: 'Quien confirme su asistencia aparecerá aquí. También puedes agregar a alguien tú.',
    })}
  >
    {!hasStarted && (
      <>
        <Button onClick={onAdd}>Agregar Primer Participante</Button>
        <Button variant="default" onClick={onBring}>
          Traer una lista
        </Button>
        <HelpLink to="consejos">Cómo lograr que llegue gente</HelpLink>
      </>
    )}
  </EmptyState>
);

interface ParticipantsErrorProps {
  error: Error;
  retry: () => void;
  /** The list was shown before the error. */
  wasLoaded: boolean;
}

/** Shown if the participants failed to load, or if the activity was deleted or is no longer the user's own. */
const ParticipantsError = ({ error, retry, wasLoaded }: ParticipantsErrorProps) =>
  isUnavailable(error) ? (
    <ActivityUnavailable reason={error.message} wasThere={wasLoaded} />
  ) : (
    <ErrorPanel error={error} retry={retry} />
  );

/** The refetched choice soon replaces this with another activity, so a toast shows the reason for longer. */
function ActivityUnavailable({ reason, wasThere }: { reason: string; wasThere: boolean }) {
  const queryClient = useQueryClient();

  useEffect(() => {
    const isShown = currentToasts().some(({ text }) => text === reason);
    if (wasThere && !isShown) toastError(reason);
    void invalidateOtherQueries(queryClient);
  }, [queryClient, reason, wasThere]);

  return (
    <div role="alert">
      <EmptyState drawing="path" title="No encontramos esta actividad entre las tuyas" text={reason}>
        <Button renderRoot={props => <Link to="/tasks" {...props} />}>Ver mis actividades</Button>
      </EmptyState>
    </div>
  );
}

/** The activity was deleted or is no longer the user's own: retrying cannot succeed. */
const isUnavailable = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 403 || error.status === 404);

/** Announces a changed number of participants to screen readers, but not the initial one. */
function CountAnnouncer({ total }: { total: number }) {
  const [announced, setAnnounced] = useState({ total, hasChanged: false });
  if (announced.total !== total) setAnnounced({ total, hasChanged: true });
  return (
    <VisuallyHidden role="status">
      {announced.hasChanged && `Ahora ${total === 1 ? 'es' : 'son'} ${participantCount(total)}`}
    </VisuallyHidden>
  );
}

interface StandingFilterProps {
  choices: ReturnType<typeof standingChoices>;
  value: Standing;
  onChange: (standing: Standing) => void;
}

/** Shows only those with a place, an offered one or none; nothing where all have one. */
const StandingFilter = ({ choices, value, onChange }: StandingFilterProps) =>
  choices.length === 0 ? null : (
    <ChoiceButtons
      legend="Mostrar"
      choices={choices.map(({ standing, label }) => ({ value: standing, label }))}
      value={value}
      onChange={onChange}
    />
  );

interface NeedsOverviewProps {
  needs: readonly Need[];
  participants: readonly Attendance[];
  /** More participants are still to be loaded. */
  isPartial: boolean;
}

const NONE_LOADED = 'Nadie de quienes ya se ven en la lista';

/** 'Quién lleva qué': each need with its people. */
const NeedsOverview = ({ needs, participants, isPartial }: NeedsOverviewProps) => (
  <section aria-labelledby="needs-overview" className={`stack card ${classes.needsOverview}`}>
    <h3 id="needs-overview" className={classes.title}>
      Quién ayuda en qué y quién lleva qué
    </h3>
    <dl className={classes.needs}>
      {needsOverview(needs, participants).map(({ id, text, people }) => (
        <div key={id}>
          <dt className="strong">{text}</dt>
          <dd className="soft">
            {people.length > 0 ? people.join(', ') : isPartial ? NONE_LOADED : 'Todavía nadie'}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
