import type { Activity } from '@minga/contract/activities';
import { clockTime, shortDate } from '../../../../lib/dates.ts';
import type { ActivityActions } from '../../activity-actions.ts';
import { holdText } from '../../hold-text.ts';
import type { RowSelection } from '../../use-row-selection.ts';
import { PanelCell, PanelRow } from '../panel-table.tsx';
import classes from './activity-row.module.css';
import { ActivityStatusTag } from './activity-status-tag.tsx';
import { ModerationButtons } from './moderation-buttons.tsx';
import { PromotionStar } from './promotion-star.tsx';

interface Props extends ActivityActions {
  activity: Activity;
  selection: RowSelection;
}

export function ActivityRow({
  activity,
  selection,
  isBusy: isRowBusy,
  onApprove,
  onPromote,
  onIntent,
}: Props) {
  const { _id, title, description, date, place, isPromoted, user, hold } = activity;
  return (
    <PanelRow id={_id}>
      <PanelCell>
        {selection.isActive ? (
          <label className={classes.choice}>
            <input
              type="checkbox"
              className={classes.box}
              checked={selection.has(_id)}
              onChange={() => selection.toggle(activity)}
            />
            <span className={classes.title}>{title}</span>
          </label>
        ) : (
          <span className={classes.title}>{title}</span>
        )}
        {description !== '' && <span className={classes.description}>{description}</span>}
      </PanelCell>
      <PanelCell label="Fecha">
        <span className={classes.date}>
          <span>{`${shortDate(date)}, `}</span>
          <span className={classes.time}>{clockTime(date)}</span>
        </span>
      </PanelCell>
      <PanelCell label="Lugar">
        {place === '' ? <span className={classes.none}>Sin lugar</span> : place}
      </PanelCell>
      <PanelCell label="Estado">
        <span>
          <ActivityStatusTag {...activity} />
          {hold && <span className={classes.hold}>{holdText(hold)}</span>}
        </span>
      </PanelCell>
      <PanelCell label="Promoción">
        <PromotionStar
          title={title}
          isPromoted={isPromoted}
          isBusy={isRowBusy(_id)}
          onToggle={() => onPromote(activity)}
        />
      </PanelCell>
      <PanelCell label="La publicó">
        <bdi>{user.username}</bdi>
      </PanelCell>
      <PanelCell isActions>
        <ModerationButtons activity={activity} isBusy={isRowBusy} onApprove={onApprove} onIntent={onIntent} />
      </PanelCell>
    </PanelRow>
  );
}
