import { IconCalendarHeart, IconListDetails } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import classes from './activities-sidebar.module.css';

/** The screens of the activities area (spec 000 section 2). */
export function ActivitiesSidebar() {
  const id = useId();
  return (
    <nav aria-labelledby={id} className={classes.sidebar}>
      <p id={id} className={classes.title}>
        Actividades solidarias
      </p>
      <ul className={classes.links}>
        <li>
          <Link to="/tasks" activeOptions={{ exact: true, includeSearch: false }} className={classes.link}>
            <IconCalendarHeart size={22} aria-hidden />
            Mis Actividades
          </Link>
        </li>
        <li>
          <Link to="/tasks/lista" className={classes.link}>
            <IconListDetails size={22} aria-hidden />
            Lista de Actividades
          </Link>
        </li>
      </ul>
    </nav>
  );
}
