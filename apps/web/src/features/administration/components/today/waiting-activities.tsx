import type { Activity } from '@minga/contract/activities';
import { hasStarted } from '@minga/contract/activity-phase';
import type { Today } from '@minga/contract/administration/today';
import { useId } from 'react';
import { clockTime, shortDate } from '../../../../lib/dates.ts';
import { digits } from '../../../../lib/digits.ts';
import { now } from '../../../../lib/now.ts';
import type { ActivityActions } from '../../activity-actions.ts';
import { holdText } from '../../hold-text.ts';
import { useActivityModeration } from '../../use-activity-moderation.tsx';
import rowClasses from '../activities/activity-row.module.css';
import { ModerationButtons } from '../activities/moderation-buttons.tsx';
import { ListLink } from '../lists/list-link.tsx';
import { PanelCell, PanelRow, PanelTable } from '../panel-table.tsx';
import classes from './today-report.module.css';

const COLUMNS = ['Actividad', 'Cuándo', 'Dónde', 'La publicó', 'Acciones'];
const WIDTHS = 'minmax(0, 1.7fr) 7.75rem minmax(0, 0.8fr) minmax(0, 0.9fr) 24rem';

/** The nearest activities that are not public until they are approved. */
export function WaitingActivities({ total, shown }: NonNullable<Today['activities']>) {
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
