import type { Today } from '@minga/contract/administration/today';
import { useRef } from 'react';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { useFocusRecovery } from '../../../../components/use-focus-recovery.ts';
import { digits } from '../../../../lib/digits.ts';
import { ListLink } from '../lists/list-link.tsx';
import { CaseList } from '../reports/case-list.tsx';
import { findingsOf } from '../status/findings.ts';
import { Verdict } from '../status/verdict.tsx';
import classes from './today-report.module.css';
import { WaitingActivities } from './waiting-activities.tsx';
import { WaitingCollectives } from './waiting-collectives.tsx';

export function TodayReport({ today: { reports, activities, collectives, held, system } }: { today: Today }) {
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
