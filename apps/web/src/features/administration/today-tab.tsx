import type { Activity } from '@minga/contract/activities';
import { hasStarted } from '@minga/contract/activity-phase';
import { getToday, type Today } from '@minga/contract/administration/today';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef } from 'react';
import { useFocusRecovery } from '../../components/dialog/use-focus-recovery.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Note } from '../../components/page/note.tsx';
import { now } from '../../lib/dates/now.ts';
import { digits } from '../../lib/digits.ts';
import { call } from '../../lib/server/api.ts';
import { keyOf } from '../../lib/server/queries.ts';
import { cacheOpenCases, content } from './api.ts';
import { Loaded } from './errors.tsx';
import { collectivesList } from './lists/collectives-tab.tsx';
import { holdText } from './model.ts';
import { activityButtons, dateCell, placeCell, subjectCell } from './moderation.tsx';
import rowClasses from './panel.module.css';
import { ListLink, ListSkeleton } from './panel-list.tsx';
import { PanelTable, type TableDescription } from './panel-table.tsx';
import { CaseList } from './reports/case-list.tsx';
import { useRowActions } from './row-actions.tsx';
import { SetupList } from './superadmin/setup-list.tsx';
import { findingsOf } from './system/findings.ts';
import { Verdict } from './system/verdict.tsx';
import classes from './tabs.module.css';

/** Decisions that wait, the most urgent first, and the state of the system. */
const todayQuery = queryOptions({
  queryKey: keyOf(getToday),
  queryFn: async ({ signal, client }) => {
    const today = await call(getToday, { signal });
    cacheOpenCases(client, today.reports.total);
    return today;
  },
  ...content,
});

/** 'Hoy': what waits for a decision, each decided here, and what is unwell. */
export function TodayTab() {
  return (
    <Loaded
      query={useQuery(todayQuery)}
      fallback="Error al revisar lo que espera"
      errorText="No pudimos ver qué espera."
      loading={<ListSkeleton text="Revisando qué espera..." />}
    >
      {today => <TodayReport today={today} />}
    </Loaded>
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
  // A superadmin decides no cases.
  const isUnattended = activities === null && reports.total > 0;

  return (
    <>
      {held !== null && <SetupList />}
      <h2 ref={heading} tabIndex={-1} className={`title ${classes.waiting}`}>
        {waitingText(total, reports.others)}
      </h2>
      {total > 0 && (
        <p className={`soft ${classes.counts}`}>{countsText(reports, activities, collectives, held)}</p>
      )}
      {reports.others > 0 && <p className={`soft ${classes.counts}`}>{othersText(reports.others)}</p>}
      {held !== null && held > 0 && (
        <ListLink search={{ tab: 'revision' }}>
          {held === 1 ? 'Revisar la publicación' : `Revisar las ${digits(held)} publicaciones`}
        </ListLink>
      )}
      {isUnwell && (
        <div className="spaced">
          <Verdict status={system} />
          <ListLink search={{ tab: 'sistema' }}>Ver qué pasa en Sistema</ListLink>
        </div>
      )}
      {isUnattended && <UnattendedCases count={reports.total} />}
      {reports.total > 0 && !isUnattended && (
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
        {activities !== null && activities.total > 0 && (
          <Waiting
            title="Actividades por aprobar"
            of={waitingActivities}
            rows={activities.shown}
            total={activities.total}
            all={
              <ListLink search={{ tab: 'actividades', estado: 'pending' }}>Ver todas las pendientes</ListLink>
            }
          />
        )}
      </div>
      <div ref={collectiveFocus}>
        {collectives !== null && collectives.total > 0 && (
          <Waiting
            title="Colectivos en revisión"
            of={collectivesList}
            rows={collectives.shown}
            total={collectives.total}
            all={
              <ListLink search={{ tab: 'colectivos', estado: 'held' }}>Ver todos los que esperan</ListLink>
            }
          />
        )}
      </div>
      {total + reports.others === 0 && (
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
        <div className="spaced">
          <Verdict status={system} />
        </div>
      )}
    </>
  );
}

/** Reporters were told that a person reads their reports, and no administrator is there to do so. */
const UnattendedCases = ({ count }: { count: number }) => (
  <div className={`stack gap-s ${classes.unattended}`}>
    <Note tone="clay">{unattendedText(count)}</Note>
    <ListLink search={{ tab: 'crear' }}>Crear una cuenta de administración</ListLink>
  </div>
);

const unattendedText = (count: number): string =>
  `${count === 1 ? 'Un caso reportado espera y no hay quien lo revise.' : `${digits(count)} casos reportados esperan y no hay quien los revise.`} Los deciden las cuentas de administración, y hoy no hay ninguna activa.`;

/** `others` are cases that another role decides. */
function waitingText(total: number, others: number): string {
  if (total === 0)
    return others > 0 ? 'Hoy no espera ninguna decisión tuya' : 'Hoy no espera ninguna decisión';
  return total === 1 ? 'Hoy espera una decisión' : `Hoy esperan ${digits(total)} decisiones`;
}

const othersText = (count: number): string =>
  count === 1
    ? 'Un caso reportado espera a las cuentas de administración.'
    : `${digits(count)} casos reportados esperan a las cuentas de administración.`;

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

const waitingActivities: TableDescription<Activity> = {
  idOf: ({ _id }) => _id,
  columns: [
    {
      name: 'Actividad',
      width: 'minmax(0, 1.7fr)',
      label: '',
      cell: activity => (
        <>
          {subjectCell(activity)}
          {activity.description !== '' && (
            <span className={`soft fine ${rowClasses.excerpt}`}>{activity.description}</span>
          )}
          {activity.hold && <span className={rowClasses.hold}>{holdText(activity.hold)}</span>}
          {hasStarted(activity, now()) && (
            // Most likely its memory waits, which is not among the details.
            <span className={rowClasses.hold}>
              Ya comenzó: si contaron lo que hicieron, está en su página
            </span>
          )}
        </>
      ),
    },
    { name: 'Cuándo', width: '7.75rem', cell: dateCell },
    { name: 'Dónde', width: 'minmax(0, 0.8fr)', cell: placeCell },
    { name: 'La publicó', width: 'minmax(0, 0.9fr)', cell: ({ user }) => <bdi>{user.username}</bdi> },
  ],
  buttons: { width: '24rem', about: ({ title }) => title, of: activityButtons },
};

interface WaitingProps<Row> {
  title: string;
  of: TableDescription<Row>;
  rows: readonly Row[];
  total: number;
  /** The list of all. */
  all: ReactNode;
}

/** The first rows that are not public until they are approved. */
function Waiting<Row>({ title, of, rows, total, all }: WaitingProps<Row>) {
  const headingId = useId();
  const { dialogs, ...actions } = useRowActions();
  return (
    <section aria-labelledby={headingId} className={classes.list}>
      <h2 id={headingId} className={`title ${classes.waiting}`}>
        {`${title}: ${digits(total)}`}
      </h2>
      <PanelTable of={of} rows={rows} labelledBy={headingId} actions={actions} />
      {total > rows.length && all}
      {dialogs}
    </section>
  );
}
