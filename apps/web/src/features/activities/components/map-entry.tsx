import type { Activity } from '@minga/contract/activities';
import { IconMapPin, IconMapPinOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { CalendarLeaf } from '../../../components/calendar-leaf.tsx';
import { longDate } from '../../../lib/dates.ts';
import { fromList } from '../list-origin.ts';
import { isLocationHidden } from '../state.ts';
import classes from './map-view.module.css';

/** An activity in the map's list and card: title, date, place. The whole entry is its link. */
export function MapEntry({ activity }: { activity: Activity }) {
  const { _id, title, date, place, location } = activity;
  return (
    <div className={classes.entry}>
      <CalendarLeaf date={date} />
      <div className={classes.words}>
        <Link to="/actividades/$id" params={{ id: _id }} state={fromList} className={classes.link}>
          {title}
        </Link>
        <time dateTime={date}>{longDate(date)}</time>
        <span className={classes.place}>
          <IconMapPin size={16} aria-hidden />
          <span>{place === '' ? 'Lugar por confirmar' : place}</span>
        </span>
        {location === null && (
          <span className={classes.place}>
            <IconMapPinOff size={16} aria-hidden />
            <span>{unplacedText(activity)}</span>
          </span>
        )}
      </div>
    </div>
  );
}

const unplacedText = (activity: Activity) =>
  isLocationHidden(activity) ? 'El punto lo ven quienes confirman' : 'Sin punto en el mapa';
