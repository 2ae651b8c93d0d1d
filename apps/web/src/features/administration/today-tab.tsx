import type { Activity } from '@minga/contract/activities';
import { hasStarted } from '@minga/contract/activity-phase';
import type { Today } from '@minga/contract/administration/today';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadingStatus } from '../../components/loading-status.tsx';
import { useFocusRecovery } from '../../components/use-focus-recovery.ts';
import { clockTime, shortDate } from '../../lib/dates.ts';
import { digits } from '../../lib/digits.ts';
import { now } from '../../lib/now.ts';
import { todayQuery } from './api.ts';
import { TabError, useReportedError } from './errors.tsx';
import { CollectiveTable } from './lists/collective-table.tsx';
import rowClasses from './lists/lists.module.css';
import { type ActivityActions, holdText } from './model.ts';
import { ModerationButtons, useActivityModeration } from './moderation.tsx';
import { ListLink, ListSkeleton } from './panel-list.tsx';
import { PanelCell, PanelRow, PanelTable } from './panel-table.tsx';
import { CaseList } from './reports/case-list.tsx';
import { findingsOf } from './system/findings.ts';
import { Verdict } from './system/verdict.tsx';
import classes from './tabs.module.css';
import { useCollectiveActions } from './use-collective-actions.ts';

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

function TodayReport({ today: { reports, activities, collectives, held, system } }: { today: Today }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Apart, so that the focus does not move from 'Aprobar' to a button of another kind of decision.
  const activityFocus = useFocusRecovery(heading);
  const collectiveFocus = useFocusRecovery(heading);
  const total = reports.total + (activities?.total ?? 0) + (collectives?.total ?? 0) + (held ?? 0);
  const unreviewed = activities?.unreviewed ?? 0;
  const isUnwell = findingsOf(system).length > 0;

  return (
    <>
      <h2 ref={heading} tabIndex={-1} className={classes.heading}>
        {waitingText(total)}
      </h2>
      {total > 0 && <p className={classes.counts}>{countsText(reports, activities, collectives, held)}</p>}
      {held !== null && held > 0 && <ListLink search={{ tab: 'revision' }}>Revisar lo que espera</ListLink>}
      {isUnwell && (
        <div className={classes.part}>
          <Verdict status={system} />
          <ListLink search={{ tab: 'sistema' }}>Ver qué pasa en Sistema</ListLink>
        </div>
      )}
      {reports.total > 0 && (
        <CaseList
          title={`Casos por revisar: ${digits(reports.total)}`}
          status="open"
          cases={reports.shown}
          total={reports.total}
          fallback={heading}
        >
          {reports.total > reports.shown.length && (
            <ListLink search={{ tab: 'reportes' }}>{`Ver los ${digits(reports.total)} casos`}</ListLink>
          )}
        </CaseList>
      )}
      <div ref={activityFocus}>
        {activities !== null && activities.total > 0 && <WaitingActivities {...activities} />}
      </div>
      <div ref={collectiveFocus}>
        {collectives !== null && collectives.total > 0 && <WaitingCollectives {...collectives} />}
      </div>
      {total === 0 && (
        <EmptyState
          drawing="seedling"
          order={3}
          title="Las decisiones están al día"
          text="Cuando alguien reporte algo o publique lo que hay que revisar, lo verás aquí. Gracias por cuidar este lugar."
        />
      )}
      {unreviewed > 0 && (
        <ListLink search={{ tab: 'actividades', estado: 'pending' }}>{unreviewedText(unreviewed)}</ListLink>
      )}
      {!isUnwell && (
        <div className={classes.part}>
          <Verdict status={system} />
        </div>
      )}
    </>
  );
}

function waitingText(total: number): string {
  if (total === 0) return 'Hoy no espera ninguna decisión';
  return total === 1 ? 'Hoy espera una decisión' : `Hoy esperan ${digits(total)} decisiones`;
}

/** '3 casos, 4 actividades y un colectivo': a case can have many reports, or none if its author asked for another review. */
const countsText = (...[reports, activities, collectives, held]: Counts): string =>
  list.format(
    [
      numbered(reports.total, 'un caso', 'casos'),
      numbered(activities?.total ?? 0, 'una actividad', 'actividades'),
      numbered(collectives?.total ?? 0, 'un colectivo', 'colectivos'),
      numbered(held ?? 0, 'una publicación por revisar', 'publicaciones por revisar'),
    ].filter(text => text !== ''),
  );

type Counts = [Today['reports'], Today['activities'], Today['collectives'], Today['held']];

function numbered(count: number, one: string, many: string): string {
  if (count === 0) return '';
  return count === 1 ? one : `${digits(count)} ${many}`;
}

const list = new Intl.ListFormat('es');

const unreviewedText = (count: number): string =>
  count === 1
    ? 'Ver una actividad publicada que nadie ha revisado'
    : `Ver ${digits(count)} actividades publicadas que nadie ha revisado`;

const COLUMNS = ['Actividad', 'Cuándo', 'Dónde', 'La publicó', 'Acciones'];
const WIDTHS = 'minmax(0, 1.7fr) 7.75rem minmax(0, 0.8fr) minmax(0, 0.9fr) 24rem';

/** The nearest activities that are not public until they are approved. */
function WaitingActivities({ total, shown }: NonNullable<Today['activities']>) {
  const headingId = useId();
  const { actions, dialogs, ...handlers } = useActivityModeration();
  return (
    <section aria-labelledby={headingId} className={classes.list}>
      <h2 id={headingId} className={classes.heading}>
        {`Actividades por aprobar: ${digits(total)}`}
      </h2>
      <PanelTable labelledBy={headingId} columns={COLUMNS} widths={WIDTHS}>
        {shown.map(activity => (
          <WaitingActivity key={activity._id} activity={activity} isBusy={actions.isBusy} {...handlers} />
        ))}
      </PanelTable>
      {total > shown.length && (
        <ListLink search={{ tab: 'actividades', estado: 'pending' }}>Ver todas las pendientes</ListLink>
      )}
      {dialogs}
    </section>
  );
}

function WaitingActivity({
  activity,
  ...actions
}: Omit<ActivityActions, 'onPromote'> & { activity: Activity }) {
  const { _id, title, description, date, place, user, hold } = activity;
  return (
    <PanelRow id={_id}>
      <PanelCell>
        <span className={rowClasses.title}>{title}</span>
        {description !== '' && <span className={rowClasses.description}>{description}</span>}
        {hold && <span className={rowClasses.hold}>{holdText(hold)}</span>}
        {hasStarted(activity, now()) && (
          // Most likely its memory waits, which is not among the details.
          <span className={rowClasses.hold}>Ya comenzó: si contaron lo que hicieron, está en su página</span>
        )}
      </PanelCell>
      <PanelCell label="Cuándo">
        <span className={rowClasses.date}>
          <span>{`${shortDate(date)}, `}</span>
          <span className={rowClasses.time}>{clockTime(date)}</span>
        </span>
      </PanelCell>
      <PanelCell label="Dónde">
        {place === '' ? <span className={rowClasses.none}>Sin lugar</span> : place}
      </PanelCell>
      <PanelCell label="La publicó">
        <bdi>{user.username}</bdi>
      </PanelCell>
      <PanelCell isActions>
        <ModerationButtons activity={activity} {...actions} />
      </PanelCell>
    </PanelRow>
  );
}

/** Collectives that are not public until they are activated. */
function WaitingCollectives({ total, shown }: NonNullable<Today['collectives']>) {
  const headingId = useId();
  const actions = useCollectiveActions();
  return (
    <section aria-labelledby={headingId} className={classes.list}>
      <h2 id={headingId} className={classes.heading}>
        {`Colectivos en revisión: ${digits(total)}`}
      </h2>
      <CollectiveTable collectives={shown} labelledBy={headingId} {...actions} />
      {total > shown.length && (
        <ListLink search={{ tab: 'colectivos', estado: 'held' }}>Ver todos los que esperan</ListLink>
      )}
    </section>
  );
}
